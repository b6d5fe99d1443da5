/// What a fuzzed input showed to be wrong. A crash needs none.
package struct FuzzFinding: Error, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Throws a finding that says what does not hold.
  static func unless(
    _ holds: Bool, _ rule: @autoclosure () -> String
  ) throws(FuzzFinding) {
    if !holds { throw FuzzFinding(rule()) }
  }
}
