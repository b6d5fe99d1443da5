import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Looks at a ledger after something broke under it and was mended.
struct CrashAudit: Sendable {
  let script: CrashScript
  let stores: [any LedgerStore]
  /// One of them, to read with.
  let reader: PostgresStore
  let database: TestDatabase

  /// Asks every call again under its key, and looks for anything that was promised and is not so.
  @discardableResult
  func check(_ calls: [CrashCall]) async throws -> CrashFigures {
    var figures = CrashFigures(calls)
    for call in calls where !call.isAllowed {
      Issue.record("\(call.submission.keys): \(String(describing: call.error))")
    }
    let before = try await effects()
    #expect(Set(before.values).subtracting([1]).isEmpty, "an effect is there once")
    for call in calls { expectEffects(of: call, before) }
    let again = await repeated(calls)
    for (first, second) in zip(calls, again) {
      expectSame(first, second, before)
      if !first.isApplied, isThere(first, before) { figures.resolved += 1 }
    }
    let after = try await effects()
    #expect(Set(after.values).subtracting([1]).isEmpty, "an effect is there once")
    for call in again where call.isApplied { expectEffects(of: call, after) }
    expectRealTime(calls)
    try await expectSound()
    return figures
  }

  /// How many rows answer each key.
  func effects() async throws -> [String: Int] {
    let rows = try await database.rows(
      """
      SELECT j.key, count(*) FROM holdfast.journal j
      JOIN holdfast.account a USING (slot, account_id)
      WHERE j.identity IS NOT NULL AND a.tenant = '\(script.tenant)' GROUP BY 1
      """)
    return Dictionary(
      uniqueKeysWithValues: rows.compactMap { row in
        guard let key = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return (key, count)
      })
  }

  private func isThere(_ call: CrashCall, _ effects: [String: Int]) -> Bool {
    call.submission.keys.contains { effects[$0.string] != nil }
  }

  /// I11: what was acknowledged is there; what was told to have had no effect is not; of a group all
  /// is there or nothing.
  private func expectEffects(of call: CrashCall, _ effects: [String: Int]) {
    let counts = Set(call.submission.keys.map { effects[$0.string] ?? 0 })
    let allowed: [Set<Int>] =
      switch call.error?.effect {
      case nil: [[1]]
      case .unknown: [[0], [1]]
      case .some(.none): [[0]]
      }
    #expect(
      allowed.contains(counts),
      "\(call.submission.keys) was answered \(call.error?.code.rawValue ?? "with a result")")
  }

  private func repeated(_ calls: [CrashCall]) async -> [CrashCall] {
    let count = 64
    let parts = await withTaskGroup(of: [(Int, CrashCall)].self) { group in
      for part in 0..<count {
        group.addTask {
          var answers: [(Int, CrashCall)] = []
          for index in stride(from: part, to: calls.count, by: count) {
            let (call, store) = (calls[index], stores[index % stores.count])
            answers.append(
              (
                index,
                await CrashCall(
                  call.submission, caller: call.caller, number: call.number, to: store)
              ))
          }
          return answers
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    return parts.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// I5: an effect is answered again as it was the first time, and as a duplicate.
  private func expectSame(_ first: CrashCall, _ second: CrashCall, _ effects: [String: Int]) {
    #expect(
      !second.isUnanswered,
      "\(first.submission.keys) is answered after the recovery, not \(second.error?.detail ?? "-")")
    #expect(second.isAllowed)
    guard case .success(let results) = second.result else {
      #expect(!isThere(first, effects), "\(first.submission.keys) had an effect")
      return
    }
    for result in results {
      #expect(
        result.duplicate == isThere(first, effects),
        "\(first.submission.keys) is a duplicate if it had an effect, and else is not")
    }
    if case .success(let promised) = first.result {
      #expect(results.map(\.outcome) == promised.map(\.outcome))
    }
  }

  /// I14: what was answered before another call began has the lower version.
  private func expectRealTime(_ calls: [CrashCall]) {
    struct Row {
      let began: Int64
      let ended: Int64
      let version: Int64
    }
    struct Stream: Hashable {
      let account: AccountID
      let name: StreamName
    }
    var streams: [Stream: [Row]] = [:]
    for call in calls {
      for position in call.positions {
        streams[Stream(account: position.account, name: position.stream), default: []].append(
          Row(began: call.began, ended: call.ended, version: position.version))
      }
    }
    for rows in streams.values {
      let byEnd = rows.sorted { $0.ended < $1.ended }
      var next = 0
      var highest: Int64 = 0
      for row in rows.sorted(by: { $0.began < $1.began }) {
        while next < byEnd.count, byEnd[next].ended < row.began {
          highest = max(highest, byEnd[next].version)
          next += 1
        }
        #expect(row.version > highest, "a later call has a higher version")
      }
    }
  }

  /// The checker and the audits in SQL find nothing.
  func expectSound() async throws {
    let report = try await LedgerChecker().check(reader, tenant: script.tenant)
    #expect(report.violations == [])
    #expect(report.accounts >= script.accounts)
    for audit in AuditQuery.all {
      let found = try await database.rows(audit.script.filled(schema: .standard))
      #expect(found == [], "\(audit.name)")
    }
  }
}
