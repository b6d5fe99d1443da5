internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastTesting

/// Runs the statements of an adapter on one connection, for the thread that made it.
final class AdapterSession {
  private let adapter: AdapterFile
  private let options: ConnectionOptions
  private var connection: PostgresConnection?

  private static let patience: Int64 = 10

  init(_ adapter: AdapterFile, connection: String) {
    self.adapter = adapter
    options = ConnectionOptions(
      connection, statements: .unnamed, applicationName: "holdfast stress")
  }

  func close() { connection?.close() }

  /// What a call was answered, and what is wrong with the statement that the server does not
  /// understand, if one is.
  struct Outcome: Sendable {
    var answer: RaceAnswer
    var mistake: String?
  }

  func perform(_ call: RaceCall) -> Outcome {
    guard let statements = adapter.calls[call.word] else {
      return Outcome(answer: .refused(RaceAnswer.Refusal(code: "no_statement")))
    }
    let connection: PostgresConnection
    do throws(PostgresError) {
      connection = try connected()
    } catch {
      return Outcome(answer: .refused(RaceAnswer.Refusal(code: "unavailable")))
    }
    var values = AdapterSession.values(call)
    for (index, statement) in statements.enumerated() {
      switch statement.filled(values) {
      case .failure(let missing):
        end(connection)
        return Outcome(
          answer: .refused(RaceAnswer.Refusal(code: "missing_value")),
          mistake: "statement \(index + 1) of `\(call.word.rawValue)` names"
            + " :\(missing.name), which nothing gives")
      case .success(let text):
        do throws(PostgresError) {
          let rows = try connection.runScript(
            text, deadline: .after(seconds: AdapterSession.patience))
          for answer in rows { AdapterSession.take(answer, into: &values) }
        } catch {
          return failed(call, index, error, connection)
        }
      }
      // What was refused or done before needs no further statement.
      if let outcome = AdapterSession.outcome(values), outcome != "applied" { break }
    }
    end(connection)
    return Outcome(answer: AdapterSession.answer(call, values))
  }

  private func connected() throws(PostgresError) -> PostgresConnection {
    if let connection, !connection.isBroken { return connection }
    let made = try PostgresConnection(options, deadline: .after(seconds: 3))
    connection = made
    return made
  }

  /// Ends a transaction that the statements left open: an early end of them undoes it.
  private func end(_ connection: PostgresConnection) {
    guard connection.transactionStatus != .idle, !connection.isBroken else { return }
    do throws(PostgresError) {
      try connection.runScript("ROLLBACK", deadline: .after(seconds: AdapterSession.patience))
    } catch {
      connection.close()
    }
  }

  private func failed(
    _ call: RaceCall, _ index: Int, _ error: PostgresError, _ connection: PostgresConnection
  ) -> Outcome {
    guard case .refused(let state) = error.kind else { return Outcome(answer: .unknown) }
    let wasInTransaction = connection.transactionStatus == .failed
    end(connection)
    let isOurs = ["42", "0A", "3F"].contains(state.errorClass)
    let mistake =
      isOurs ? "statement \(index + 1) of `\(call.word.rawValue)`: SQLSTATE \(state.code)" : nil
    // What the statements before did by themselves stays done.
    guard index == 0 || wasInTransaction else {
      return Outcome(answer: .unknown, mistake: mistake)
    }
    let isLost = ["40001", "40P01"].contains(state.code)
    let code = isLost ? "serialization_failure" : "sql_\(state.code)"
    return Outcome(answer: .refused(RaceAnswer.Refusal(code: code)), mistake: mistake)
  }
}

/// Values in and out.
extension AdapterSession {
  fileprivate static func values(_ call: RaceCall) -> [String: AdapterStatement.Value] {
    [
      "account": .text(RaceHeader.accountName(call.account).string),
      "key": .text(call.key.text),
      "subject": call.subject.map { .text($0.text) } ?? .null,
      "amount": .number("\(call.amount)"),
      "final": .bool(call.isFinal),
      "seconds": .number("\(call.expires ?? 1800)"),
    ]
  }

  /// The fields of the first row, by the names of their columns.
  fileprivate static func take(
    _ rows: Rows, into values: inout [String: AdapterStatement.Value]
  ) {
    guard rows.rowCount > 0 else { return }
    for (index, column) in rows.columns.enumerated() {
      let text = rows.optionalText(0, index)
      values[column.name] = text.map { column.isNumber ? .number($0) : .text($0) } ?? .null
    }
  }

  fileprivate static func outcome(_ values: [String: AdapterStatement.Value]) -> String? {
    guard case .text(let outcome)? = values["outcome"] else { return nil }
    return outcome
  }

  fileprivate static func answer(
    _ call: RaceCall, _ values: [String: AdapterStatement.Value]
  ) -> RaceAnswer {
    func number(_ name: String) -> Int64? {
      switch values[name] {
      case .number(let digits)?, .text(let digits)?: Int64(digits)
      default: nil
      }
    }
    let outcome = outcome(values)
    guard outcome == nil || outcome == "applied" || outcome == "duplicate" else {
      return .refused(
        RaceAnswer.Refusal(
          code: outcome ?? "", available: number("available"), required: number("required")))
    }
    // Figures of the balance that a statement has read for the next are no answer.
    let isRead = call.word == .balance
    return .applied(
      RaceAnswer.Effect(
        duplicate: outcome == "duplicate", amount: number("amount") ?? call.amount,
        shortfall: number("shortfall"), posted: isRead ? number("posted") : nil,
        held: number(isRead ? "held" : "remaining")))
  }
}
