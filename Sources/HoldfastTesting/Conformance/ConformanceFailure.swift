/// A promise that a store did not keep.
public struct ConformanceFailure: Error, Hashable, Sendable {
  /// What was expected and what came.
  public let message: String
  /// Where in the suite it was noticed, as `module/file:line`.
  public let place: String

  init(_ message: String, file: String, line: Int) {
    self.message = message
    place = "\(file):\(line)"
  }
}

extension ConformanceFailure: CustomStringConvertible {
  public var description: String { "\(message) (\(place))" }
}
