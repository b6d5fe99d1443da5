internal import Holdfast

/// What a case expects; the first that is not met ends it.
extension ConformanceWorld {
  func expect(
    _ isMet: Bool, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
  ) throws(ConformanceFailure) {
    if !isMet { throw ConformanceFailure(message(), file: file, line: line) }
  }

  func expectEqual<Value: Equatable>(
    _ got: Value, _ expected: Value, _ subject: @autoclosure () -> String, file: String = #fileID,
    line: Int = #line
  ) throws(ConformanceFailure) {
    if got == expected { return }
    throw ConformanceFailure(
      "\(subject()): expected \(expected), got \(got)", file: file, line: line)
  }

  func require<Value>(
    _ value: Value?, _ subject: String, file: String = #fileID, line: Int = #line
  ) throws(ConformanceFailure) -> Value {
    guard let value else {
      throw ConformanceFailure("\(subject) is missing", file: file, line: line)
    }
    return value
  }

  /// Expects a refusal, and gives it.
  @discardableResult
  func expectRefusal<Value>(
    _ code: LedgerError.Code, _ subject: @autoclosure () -> String, file: String = #fileID,
    line: Int = #line, of call: () async throws(LedgerError) -> Value
  ) async throws(ConformanceFailure) -> LedgerError {
    let answer: Value
    do throws(LedgerError) { answer = try await call() } catch {
      if error.code == code { return error }
      throw ConformanceFailure(
        "\(subject()): expected \(code.rawValue), got \(error)", file: file, line: line)
    }
    throw ConformanceFailure(
      "\(subject()): expected \(code.rawValue), got \(answer)", file: file, line: line)
  }

  @discardableResult
  func expectRefusal(
    _ code: LedgerError.Code, _ account: AccountName?, _ key: IdempotencyKey?,
    _ action: Command.Action, file: String = #fileID, line: Int = #line
  ) async throws(ConformanceFailure) -> LedgerError {
    try await expectRefusal(code, "\(action)", file: file, line: line) {
      () async throws(LedgerError) -> CommandResult in try await submit(account, key, action)
    }
  }

  /// Posted and held of a balance.
  func expectFigures(
    _ account: AccountName, posted: Amount, held: Amount = 0, file: String = #fileID,
    line: Int = #line
  ) async throws {
    let balance = try await balance(account)
    try expectEqual(balance.posted, posted, "posted of \(account)", file: file, line: line)
    try expectEqual(balance.held, held, "held of \(account)", file: file, line: line)
  }

  func expectSame(
    _ trace: Trace, _ before: Trace, _ subject: String, file: String = #fileID, line: Int = #line
  ) throws(ConformanceFailure) {
    let place = { (part: String) in "\(subject) changed the \(part)" }
    try expect(trace.balances == before.balances, place("balances"), file: file, line: line)
    try expect(trace.lots == before.lots, place("lots"), file: file, line: line)
    try expect(trace.ledgers == before.ledgers, place("ledgers"), file: file, line: line)
    try expect(
      trace.reservations == before.reservations, place("reservations"), file: file, line: line)
    try expect(trace.usage == before.usage, place("usage"), file: file, line: line)
    try expect(trace.changes == before.changes, place("feed"), file: file, line: line)
  }
}

extension [Result<CommandResult, LedgerError>] {
  /// How many were applied now.
  var freshCount: Int {
    reduce(0) { sum, result in
      if case .success(let answer) = result, !answer.duplicate { sum + 1 } else { sum }
    }
  }

  var duplicateCount: Int {
    reduce(0) { sum, result in
      if case .success(let answer) = result, answer.duplicate { sum + 1 } else { sum }
    }
  }

  func count(of code: LedgerError.Code) -> Int {
    reduce(0) { sum, result in
      if case .failure(let error) = result, error.code == code { sum + 1 } else { sum }
    }
  }
}
