import HoldfastPostgres
import Testing

@Suite("SQLSTATE")
struct SQLStateTests {
  @Test("the class of a code is its first two characters")
  func errorClass() {
    #expect(SQLState.uniqueViolation.errorClass == "23")
    #expect(SQLState.deadlockDetected.errorClass == "40")
  }
}
