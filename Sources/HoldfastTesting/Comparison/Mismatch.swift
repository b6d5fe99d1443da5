/// Where a store and the model differ.
package struct Mismatch: Sendable, CustomStringConvertible {
  /// The step, by its id.
  package var step: Int
  /// What was compared, such as `settle.balanceAfter` or `lots.remaining`.
  package var path: String
  package var expected: String
  package var got: String
  /// The read that differs; `nil` when it was the answer.
  package var section: ReadFacts.Section?

  package init(
    step: Int, path: String, expected: String, got: String, section: ReadFacts.Section? = nil
  ) {
    self.step = step
    self.path = path
    self.expected = expected
    self.got = got
    self.section = section
  }

  package var description: String {
    "step \(step): \(path): the contract says \(expected), the store \(got)"
  }
}
