/// What a server says of a schema that is not as expected.
extension SQLState {
  static let insufficientPrivilege = SQLState("42501")
  static let undefinedTable = SQLState("42P01")
  static let duplicateTable = SQLState("42P07")
}
