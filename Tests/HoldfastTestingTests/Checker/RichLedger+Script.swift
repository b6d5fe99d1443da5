import HoldfastTesting
import Testing

@testable import Holdfast

extension RichLedger {
  func define() async throws {
    let day = Window.calendar(CalendarWindow(unit: .day, timeZone: "Europe/Berlin"))
    let items = [
      UsageItemDefinition(
        item: "image", limits: [UsageLimit(window: day, maximum: 10)], overage: .block),
      UsageItemDefinition(
        item: "video",
        limits: [UsageLimit(window: .fixed(anchor: clock.now, seconds: 86_400), maximum: 4)],
        overage: .charge(UsagePrice(unit: "credits", amount: 5, per: 2, cap: 20))),
      UsageItemDefinition(
        item: "agent",
        limits: [
          UsageLimit(window: .lifetime, maximum: 50),
          UsageLimit(window: day, maximum: 100, measures: .spent("credits")),
        ], overage: .block),
      UsageItemDefinition(item: "page", limits: [], overage: .allow),
    ]
    for item in items { try await store.define(item, in: RichLedger.tenant) }
  }

  mutating func playAda() async throws {
    _ = try await credit("ada", Credit(unit: "credits", amount: 100, costBasis: 1000))
    _ = try await credit(
      "ada",
      Credit(
        unit: "credits", amount: 50, expiresAt: now(plus: 3600), category: .promotional))
    _ = try await credit(
      "ada", Credit(unit: "credits", amount: 30, expiresAt: now(plus: 7200), priority: 5))
    _ = try await credit(
      "ada",
      Credit(
        unit: "credits", amount: 40, expiresAt: now(plus: 90_000), effectiveAt: now(plus: 1800)))
    let taken = try await credit(
      "ada", Credit(unit: "credits", amount: 8, effectiveAt: now(plus: 9000)))
    try await run("ada", .reverse(Reverse(entry: taken.entryId, amount: 3)))
    let spent = try await debit("ada", Debit(unit: "credits", amount: 20))

    // A hold that pins two lots, grows, and outlives the first of them.
    let hold = try await reserve(
      "ada", Reserve(unit: "credits", amount: 60, graceSeconds: 600, onLapse: .chargeReported))
    try await run("ada", .increase(Increase(reservation: hold, amount: 10)))
    try await run("ada", .extend(Extend(reservation: hold, by: .fromNow(seconds: 7000))))
    try await run("ada", .extend(Extend(reservation: hold, by: .fromExpiry(seconds: 60))))
    try await run("ada", .report(Report(reservation: hold, used: 25)))
    let part = try await settle("ada", Settle(reservation: hold, amount: 20, final: false))
    clock.advance(bySeconds: 3700)
    _ = try await settle("ada", Settle(reservation: hold, amount: 5))
    try await run("ada", .reverse(Reverse(entry: part, amount: 12)))
    try await run("ada", .reverse(Reverse(entry: spent)))

    // Holds that lapse in each of the three ways.
    let reported = try await reserve(
      "ada",
      Reserve(unit: "credits", amount: 15, expiresInSeconds: 60, onLapse: .chargeReported))
    try await run("ada", .report(Report(reservation: reported, used: 9)))
    _ = try await reserve(
      "ada", Reserve(unit: "credits", amount: 6, expiresInSeconds: 90, onLapse: .chargeAll))
    let late = try await reserve(
      "ada", Reserve(unit: "credits", amount: 7, expiresInSeconds: 120, graceSeconds: 30))
    clock.advance(bySeconds: 400)
    _ = try await settle(
      "ada", Settle(reservation: late, amount: 4, late: .chargeAvailable))
    try await run("ada", .release(Release(reservation: late)))

    // Lots that are voided and changed while something of them is pinned.
    let voided = try await credit(
      "ada", Credit(unit: "credits", amount: 25, priority: -3, category: .promotional))
    let changed = try await credit("ada", Credit(unit: "credits", amount: 20, priority: -2))
    let both = try await reserve("ada", Reserve(unit: "credits", amount: 35))
    try await run("ada", .voidLot(VoidLot(lot: voided.lotId)))
    try await run("ada", .updateLot(UpdateLot(lot: changed.lotId, priority: 9)))
    try await run(
      "ada", .updateLot(UpdateLot(lot: changed.lotId, expiry: .at(now(plus: -10)))))
    try await run("ada", .release(Release(reservation: both, reason: "changed my mind")))
    let bought = try await credit("ada", Credit(unit: "credits", amount: 12, kind: "topup"))
    try await run("ada", .reverse(Reverse(entry: bought.entryId, amount: 5)))
    try await run(
      "ada", .transfer(Transfer(unit: "credits", to: "bob", amount: 90)))
    _ = try await reserve(
      "ada", Reserve(unit: "credits", amount: 500, minimum: 1, floor: .balance))
    clock.advance(bySeconds: 6000)
    _ = try await credit("ada", Credit(unit: "tokens", amount: 1_000_000))
    _ = try await debit("ada", Debit(unit: "tokens", amount: 2_000_000, overage: .drawAvailable))
  }

  mutating func playBob() async throws {
    try await run("bob", .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 300)))
    let deep = try await debit("bob", Debit(unit: "credits", amount: 150, overage: .overdraft))
    _ = try await credit("bob", Credit(unit: "credits", amount: 40, expiresAt: now(plus: 500)))
    _ = try await credit("ada", Credit(unit: "credits", amount: 60, priority: 1))
    try await run("ada", .transfer(Transfer(unit: "credits", to: "bob", amount: 50)))
    try await run("bob", .reverse(Reverse(entry: deep, amount: 30)))
    let hold = try await reserve("bob", Reserve(unit: "credits", amount: 70))
    let charge = try await settle(
      "bob", Settle(reservation: hold, amount: 95, overage: .overdraft))
    clock.advance(bySeconds: 900)
    try await run("bob", .reverse(Reverse(entry: charge)))
    try await run("bob", .reverse(Reverse(entry: deep)))
    try await run("bob", .setOverdraftLimit(SetOverdraftLimit(unit: "credits", limit: 20)))
  }

  mutating func playCleo() async throws {
    _ = try await credit("cleo", Credit(unit: "credits", amount: 400))
    let pictures = try await use("cleo", "image", 6)
    _ = try await use("cleo", "image", 3)
    try await run("cleo", .reverseUsage(ReverseUsage(record: pictures, amount: 2)))
    _ = try await use("cleo", "page", 12)
    let films = try await use("cleo", "video", 9)
    try await run("cleo", .reverseUsage(ReverseUsage(record: films, amount: 3)))
    let counts = [
      Reserve.Count(item: "video", amount: 2), Reserve.Count(item: "agent", amount: 1),
    ]
    let undone = try await reserve("cleo", Reserve(unit: "credits", amount: 30, counts: counts))
    try await run("cleo", .release(Release(reservation: undone)))
    let kept = try await reserve("cleo", Reserve(unit: "credits", amount: 40, counts: counts))
    _ = try await settle("cleo", Settle(reservation: kept, amount: 45, final: false))
    try await run("cleo", .release(Release(reservation: kept)))
    _ = try await reserve(
      "cleo", Reserve(unit: "credits", amount: 10, expiresInSeconds: 30, counts: counts))
    clock.advance(bySeconds: 3600)
    let own = [UsageLimit(window: .lifetime, maximum: 1000)]
    try await store.overrideLimits(
      own, of: "image", for: AccountAddress(tenant: RichLedger.tenant, account: "cleo"))
    _ = try await use("cleo", "image", 40)
    clock.advance(bySeconds: 86_400)
    _ = try await use("cleo", "video", 3)
    _ = try await store.submit(
      Command(
        tenant: RichLedger.tenant, account: "cleo",
        action: .recordUsage(RecordUsage(item: "page", amount: 2))))
    try await run(
      "cleo",
      .increase(
        Increase(
          reservation: try await reserve(
            "cleo", Reserve(unit: "credits", amount: 20, counts: [counts[1]])), amount: 5)))
  }

  mutating func playGroups() async throws {
    func command(_ account: AccountName, _ action: Command.Action) -> Command {
      Command(tenant: RichLedger.tenant, account: account, action: action)
    }
    let opened = try await store.submit(
      Group(
        tenant: RichLedger.tenant, key: "team-1",
        commands: [
          command("cleo", .reserve(Reserve(unit: "credits", amount: 50))),
          command("dora", .credit(Credit(unit: "credits", amount: 30))),
          command("dora", .reserve(Reserve(unit: "credits", amount: 25))),
        ]))
    guard case .reservation(let one) = opened[0].outcome,
      case .reservation(let other) = opened[2].outcome
    else { throw Unexpected() }
    _ = try await store.submit(
      Group(
        tenant: RichLedger.tenant, key: "team-2",
        commands: [one, other].map { hold in
          command(
            hold == one ? "cleo" : "dora",
            .settle(
              Settle(
                reservation: .id(hold.reservationId), amount: 45, overage: .capAtReserved,
                coupled: true)))
        }))
  }
}
