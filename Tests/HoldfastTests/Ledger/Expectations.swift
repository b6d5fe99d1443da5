import Holdfast
import Testing

/// Checks that the call is refused with this code.
func expect<Value>(
  _ code: LedgerError.Code, from call: () async throws(LedgerError) -> Value,
  at location: SourceLocation = #_sourceLocation
) async {
  do throws(LedgerError) {
    _ = try await call()
    Issue.record("it was not refused", sourceLocation: location)
  } catch {
    #expect(error.code == code, sourceLocation: location)
  }
}
