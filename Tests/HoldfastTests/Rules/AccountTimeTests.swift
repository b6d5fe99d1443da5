import Testing

@testable import Holdfast

/// I8: the time of an account never runs backwards, whatever its clock does.
@Suite struct AccountTimeTests {
  private func instants(_ account: AccountName, in world: RefusalWorld) async throws -> [Int64] {
    let changes = try await world.store.changes(in: "acme").changes
    return changes.filter { $0.account == account }.map(\.createdAt.microseconds)
  }

  @Test func `a clock that is set back does not take an account back`() async throws {
    let world = RefusalWorld()
    try await world.credit(100, to: "ada")
    let hold = try await world.reserve(30, on: "ada")
    world.clock.advance(bySeconds: 60)
    try await world.submit("ada", "d1", .debit(Debit(unit: "credits", amount: 1)))
    let latest = world.clock.now.microseconds
    world.clock.step(bySeconds: -120)
    let settle = Command.Action.settle(Settle(reservation: hold, amount: 1))
    #expect(await world.code(of: world.command(nil, "s", settle)) == .reservationExpired)
    try await world.submit("ada", "d2", .debit(Debit(unit: "credits", amount: 1)))
    let written = try await instants("ada", in: world)
    #expect(written == written.sorted())
    #expect(written.last == latest)
    let balance = try await world.store.balance(
      of: "credits", AccountAddress(tenant: "acme", account: "ada"))
    #expect(balance.posted == 98)
    #expect(balance.held == 0)
  }

  @Test func `the accounts of a group and of a transfer share the latest instant`() async throws {
    let world = RefusalWorld()
    try await world.credit(100, to: "ada")
    world.clock.advance(bySeconds: 100)
    try await world.credit(100, to: "bob")
    let latest = world.clock.now.microseconds
    world.clock.step(bySeconds: -50)
    let transfer = Command.Action.transfer(Transfer(unit: "credits", to: "bob", amount: 1))
    try await world.submit("ada", "t", transfer)
    #expect(try await instants("ada", in: world).last == latest)
    #expect(try await instants("bob", in: world).last == latest)
    let credit = Command.Action.credit(Credit(unit: "credits", amount: 1))
    let members = ["cyd", "bob"].map { world.command($0, "g", credit) }
    _ = try await world.store.submit(Group(tenant: "acme", key: "g", commands: members))
    #expect(try await instants("cyd", in: world) == [latest])
    #expect(try await instants("bob", in: world).last == latest)
  }

  @Test func `an account keeps its own time`() async throws {
    let world = RefusalWorld()
    try await world.credit(1, to: "ada")
    let now = world.clock.now.microseconds
    world.clock.advance(bySeconds: 100)
    try await world.credit(1, to: "bob")
    world.clock.step(bySeconds: -100)
    try await world.credit(1, to: "ada", "again")
    #expect(try await instants("ada", in: world) == [now, now])
  }
}
