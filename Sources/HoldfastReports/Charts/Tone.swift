/// The colour of a series.
package enum Tone: Hashable, Sendable {
  /// The first eight differ, also for the colour-blind; more begin again.
  case series(Int)
  /// What is left over.
  case rest

  var name: String {
    switch self {
    case .series(let index): "s\(index % 8 + 1)"
    case .rest: "rest"
    }
  }
}
