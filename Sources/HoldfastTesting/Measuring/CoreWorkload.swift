public import Holdfast

/// Reserves and settles by the rules alone, without a store around them, for measuring.
///
/// Every balance has three lots, one of them expiring; keys are 36 bytes; each reserve of 75 is
/// settled with 60 and closed.
public struct CoreWorkload: Sendable {
  private var set: WorkingSet
  private let preparation: Preparation
  private let accounts: [AccountName]
  private let tenant: TenantName = "bench"
  private var now = SimulatedClock.start
  private var count = 0

  public init(balances: Int) throws(LedgerError) {
    let hashKey = HashKey(first: 1, second: 2)
    set = WorkingSet(
      calendar: WindowCalendar(), hashKey: hashKey, maximumOpenReservations: 1_000_000)
    preparation = Preparation(
      hashKey: hashKey, makeKey: { "none" },
      locate: { _ in preconditionFailure("every command here names its account or an id") })
    accounts = (0..<balances).map { AccountName("account-\($0)") }
    for (index, account) in accounts.enumerated() {
      for lot in 0..<3 {
        let credit = Credit(
          unit: "credits", amount: 1_000_000_000_000,
          expiresAt: lot == 0 ? now.advanced(bySeconds: 31_536_000) : nil)
        _ = try set.execute(
          preparation.prepare(
            Command(
              tenant: tenant, account: account, key: IdempotencyKey("credit-\(index)-\(lot)"),
              action: .credit(credit))),
          at: now
        ).result.get()
      }
    }
  }

  /// The commands applied so far.
  public var commandCount: Int { 2 * count }

  /// Opens reservations that stay open.
  public mutating func hold(_ count: Int, on balance: Int = 0) throws(LedgerError) {
    for index in 0..<count {
      let command = Command(
        tenant: tenant, account: accounts[balance], key: IdempotencyKey("held-\(index)"),
        action: .reserve(Reserve(unit: "credits", amount: 1, expiresInSeconds: 604_800)))
      _ = try set.execute(preparation.prepare(command), at: now).result.get()
    }
  }

  /// Reserves and settles `pairs` times, going round the balances. Returns the seconds of
  /// processor time that preparing and deciding took.
  public mutating func run(pairs: Int) throws(LedgerError) -> (prepare: Double, decide: Double) {
    var prepare = 0.0
    var decide = 0.0
    let block = 1000
    for start in stride(from: 0, to: pairs, by: block) {
      let size = min(block, pairs - start)
      let reserves = (0..<size).map { index in
        Command(
          tenant: tenant, account: accounts[(count + index) % accounts.count],
          key: key(2 * (count + index)), action: .reserve(Reserve(unit: "credits", amount: 75)))
      }
      let first = ThreadTime.seconds
      let preparedReserves = try reserves.map { command throws(LedgerError) in
        try preparation.prepare(command)
      }
      let second = ThreadTime.seconds
      now = now.advanced(byMicroseconds: 1000)
      var ids: [ReservationID] = []
      ids.reserveCapacity(size)
      for reserve in preparedReserves {
        guard case .reservation(let held) = try set.execute(reserve, at: now).result.get().outcome
        else { preconditionFailure("a reserve answers a reservation") }
        ids.append(held.reservationId)
      }
      let third = ThreadTime.seconds
      let settles = ids.enumerated().map { index, id in
        Command(
          tenant: tenant, key: key(2 * (count + index) + 1),
          action: .settle(Settle(reservation: .id(id), amount: 60)))
      }
      let fourth = ThreadTime.seconds
      let preparedSettles = try settles.map { command throws(LedgerError) in
        try preparation.prepare(command)
      }
      let fifth = ThreadTime.seconds
      for settle in preparedSettles {
        guard case .settle(let settled) = try set.execute(settle, at: now).result.get().outcome,
          settled.operationSettledAmount == 60, settled.status == .settled
        else { preconditionFailure("a settle of 60 charges 60") }
      }
      let sixth = ThreadTime.seconds
      prepare += (second - first) + (fifth - fourth)
      decide += (third - second) + (sixth - fifth)
      count += size
    }
    return (prepare, decide)
  }

  /// 36 bytes that look like what callers send.
  private func key(_ number: Int) -> IdempotencyKey {
    var bits = UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    bits ^= bits >> 29
    let hex = String(bits, radix: 16)
    let text = "request-00000000-" + String(repeating: "0", count: 19 - hex.utf8.count) + hex
    return IdempotencyKey(text)
  }

  /// What the balances hold after all commands: nothing held, and 60 a pair charged.
  public func verify(heldOpen: Int = 0) -> Bool {
    var posted: Int64 = 0
    var held: Int64 = 0
    for account in set.accounts.all {
      for balance in account.balances {
        posted += balance.figures.posted.value
        held += balance.figures.held.value
      }
    }
    let granted = Int64(accounts.count) * 3_000_000_000_000
    return posted == granted - 60 * Int64(count) && held == Int64(heldOpen)
  }
}

extension Duration {
  /// Whole and fractional seconds.
  public var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
