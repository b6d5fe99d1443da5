internal import HoldfastTesting

/// Races on a user's own SQL.
struct AdapterTarget: RaceTarget {
  let header: RaceHeader
  private let pool: AdapterPool

  /// As many calls as that are on the way at once; others wait.
  static let mostConnections = 64

  init(_ adapter: AdapterFile, connection: String, header: RaceHeader, clients: Int) {
    self.header = header
    pool = AdapterPool(
      adapter, connection: connection, count: min(AdapterTarget.mostConnections, 2 * clients))
  }

  func perform(_ call: RaceCall) async -> RaceAnswer {
    await pool.run { $0.perform(call).answer }
  }

  /// Gives every account its credit, after trying each statement once on an account of its own.
  func prepare() async throws(RaceFailure) {
    try await rehearse()
    for account in 0..<header.accounts {
      let amount = header.openingAmount(account: account, unit: 0)
      guard amount > 0 else { continue }
      let answer = await perform(
        call(.credit, account: account, key: account + 1, amount: amount))
      guard case .applied = answer else {
        throw RaceFailure("the adapter did not take the credit that a race begins with: \(answer)")
      }
    }
  }

  /// Keys of the harness: no client of a race has the highest number.
  private func call(
    _ word: RaceWord, account: Int32, key: Int32, amount: Int64, subject: Int32? = nil,
    isFinal: Bool = false
  ) -> RaceCall {
    RaceCall(
      client: .max, number: key, word: word, account: account,
      key: RaceKey(client: .max, number: key), amount: amount,
      subject: subject.map { RaceKey(client: .max, number: $0) }, isFinal: isFinal)
  }

  private func rehearse() async throws(RaceFailure) {
    let account = Int32.max
    let first = Int32.max - 10
    let calls = [
      call(.credit, account: account, key: first, amount: 100),
      call(.reserve, account: account, key: first + 1, amount: 10),
      call(.increase, account: account, key: first + 2, amount: 5, subject: first + 1),
      call(
        .settle, account: account, key: first + 3, amount: 5, subject: first + 1, isFinal: true),
      call(.reserve, account: account, key: first + 4, amount: 10),
      call(.release, account: account, key: first + 5, amount: 0, subject: first + 4),
      call(.debit, account: account, key: first + 6, amount: 1),
      call(.balance, account: account, key: first + 7, amount: 0),
    ]
    for call in calls {
      let outcome = await pool.run { $0.perform(call) }
      if let mistake = outcome.mistake { throw RaceFailure("the adapter is wrong: \(mistake)") }
      if outcome.answer == .refused(RaceAnswer.Refusal(code: "unavailable")) {
        throw RaceFailure("the database cannot be reached", isUnreachable: true)
      }
    }
  }

  func balance(account: Int32, unit: Int32) async throws(RaceFailure) -> RaceBalance {
    let answer = await perform(
      call(.balance, account: account, key: Int32.max - 20, amount: 0))
    guard case .applied(let effect) = answer, let posted = effect.posted else {
      throw RaceFailure("the adapter does not tell a balance as `posted` and `held`")
    }
    return RaceBalance(account: account, unit: unit, posted: posted, held: effect.held)
  }

  func close() async { pool.close() }
}
