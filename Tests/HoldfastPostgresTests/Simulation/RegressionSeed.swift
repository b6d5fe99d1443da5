import HoldfastSimulation
import Testing

/// A seed that once found something, and what that was.
struct RegressionSeed: Sendable, CustomTestStringConvertible {
  let seed: UInt64
  /// What the engine did, and what the judge said of it.
  let found: String
  /// The mistake that makes it find the same again; `nil` where that was in the lanes themselves and
  /// is put right.
  var mistake: Defect?

  var testDescription: String { "seed \(seed): \(found)" }

  /// Only added to. A seed means what it meant as long as worlds are drawn as they were; where that
  /// has to change, the mistakes say which new seeds belong here. Of those without a mistake, the first
  /// five convicted a fault that was put into the lanes by hand, before transactions added to sums.
  static let all = [
    RegressionSeed(
      seed: 22,
      found: "a failure after a lost COMMIT made the lane forget it: unavailable, and it is there"),
    RegressionSeed(
      seed: 138,
      found: "the same, asked for again twice: three times unavailable, and it is there"),
    RegressionSeed(
      seed: 197, found: "a failure after a lost COMMIT made the lane forget it"),
    RegressionSeed(
      seed: 221, found: "a failure after a lost COMMIT made the lane forget it"),
    RegressionSeed(
      seed: 223, found: "a failure after a lost COMMIT made the lane forget it"),
    RegressionSeed(
      seed: 83_242,
      found: "the judge allowed one try of a call that waits behind five in batches of one"),
    RegressionSeed(
      seed: 19, found: "a lost COMMIT counted as refused: unavailable, and it is there",
      mistake: .takesLostCommitForRefused),
    RegressionSeed(
      seed: 5, found: "a key asked for again was applied twice", mistake: .forgetsKeys),
    RegressionSeed(
      seed: 32, found: "a key looked up before the lock was applied twice",
      mistake: .looksUpBeforeLocking),
    RegressionSeed(
      seed: 21, found: "a group was answered before its COMMIT, and is not there",
      mistake: .answersBeforeCommit),
  ]
}
