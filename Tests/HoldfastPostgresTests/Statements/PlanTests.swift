import HoldfastPostgres
import Testing

/// The plans that are really used: those of prepared statements, made once and kept.
@Suite("Plans", .serialized, .timeLimit(.minutes(10)))
struct PlanTests {
  @Test("every statement on a table with a slot has a plan to be checked")
  func complete() async throws {
    let history = try await LongHistory(rows: 0)
    try await history.database.with { connection in
      let planned = Set(try PlanCases(history, on: connection).all.map(\.query.name))
      let sent = [
        "loading", "writing", "reading", "archive", "rollups",
        "statistics", "rebuilding",
      ].flatMap {
        SentQueries.room($0)
      }
      #expect(planned == Set(sent.filter { $0.parameterTypes.first == .int2 }.map(\.name)))
    }
  }

  @Test("plans made on an empty ledger stay right while it grows, and so do those made later")
  func keptFromEmpty() async throws {
    let history = try await LongHistory(rows: LongHistory.usualRows)
    let faults = try await history.database.with { connection in
      let empty = try PlanCases(history, on: connection).all
      let kept = try PlanSession(connection, preparing: empty)
      var faults = empty.flatMap { kept.faults(inShapeOf: $0, "on the empty ledger") }
      try history.onAnotherConnection { other in
        try history.writeFirstRows(on: other)
        try history.fill(on: other)
      }
      let cases = try history.onAnotherConnection { try PlanCases(history, on: $0).all }
      faults += try cases.flatMap { try kept.faults(in: $0, "kept from the empty ledger") }
      return try faults + Self.faultsAfresh(history, cases)
    }
    #expect(faults == [])
  }

  @Test("plans made when the tables held a few rows that were analysed stay right")
  func keptFromFew() async throws {
    let history = try await LongHistory(rows: LongHistory.usualRows)
    let faults = try await history.database.with { connection in
      try history.onAnotherConnection { other in
        try history.writeFirstRows(on: other)
        try other.runScript(history.addOne, deadline: .after(seconds: 100))
        try other.runScript("VACUUM ANALYZE", deadline: .after(seconds: 100))
      }
      let kept = try PlanSession(connection, preparing: PlanCases(history, on: connection).all)
      try history.onAnotherConnection { try history.fill(on: $0) }
      let cases = try history.onAnotherConnection { try PlanCases(history, on: $0).all }
      return try cases.flatMap { try kept.faults(in: $0, "kept from a few rows") }
    }
    #expect(faults == [])
  }

  /// In new sessions, without statistics and with them.
  static func faultsAfresh(
    _ history: LongHistory, _ cases: [PlanCase]
  ) throws -> [String] {
    let without = try history.onAnotherConnection { connection in
      let fresh = try PlanSession(connection, preparing: cases)
      return try cases.flatMap { try fresh.faults(in: $0, "made without statistics") }
    }
    let with = try history.onAnotherConnection { connection in
      try connection.runScript("ANALYZE", deadline: .after(seconds: 300))
      let fresh = try PlanSession(connection, preparing: cases)
      return try cases.flatMap { try fresh.faults(in: $0, "made with statistics") }
    }
    return without + with
  }
}
