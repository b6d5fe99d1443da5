/// What the server refused, told apart by its code.
struct DatabaseFailure: Error, CustomStringConvertible {
  let sqlState: String
  let message: String

  var description: String { "\(sqlState): \(message)" }

  /// Constraints that a guarded statement runs into when its snapshot was out of date.
  var isStale: Bool { ["23505", "23514", "40001", "40P01"].contains(sqlState) }
}
