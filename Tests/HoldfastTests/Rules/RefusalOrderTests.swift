import Testing

@testable import Holdfast

@Suite struct RefusalOrderTests {
  private static let pairs = RefusalPair.ofInput + RefusalPair.ofState + RefusalPair.ofFunds

  @Test(arguments: pairs)
  func `when two reasons apply the earlier code is given`(pair: RefusalPair) async throws {
    let order = LedgerError.Code.allCases
    let first = try #require(order.firstIndex(of: pair.first))
    let second = try #require(order.firstIndex(of: pair.second))
    #expect(first < second)

    let world = RefusalWorld()
    let commands = try await pair.arrange(world)
    #expect(await world.code(of: commands.both) == pair.first)
    #expect(await world.code(of: commands.alone) == pair.second)
  }

  @Test func `the table has every code that a rule can give`() {
    let covered = Set(Self.pairs.flatMap { [$0.first, $0.second] })
    #expect(
      Set(LedgerError.Code.allCases).subtracting(covered) == [
        .overloaded, .deadlineExceeded, .cancelled, .outcomeUnknown, .schemaMismatch,
      ])
  }

  @Test func `malformed input is refused before its key is looked for`() async throws {
    let world = RefusalWorld()
    let settle = Settle(reservation: .key("job"), amount: -1)
    #expect(
      await world.code(of: world.command(nil, "k", .settle(settle))) == .invalidArgument,
      "no account has the key")
    for account in ["ada", "bob"] as [AccountName] {
      try await world.credit(100, to: account)
      try await world.reserve(10, on: account, "job")
    }
    #expect(
      await world.code(of: world.command(nil, "k", .settle(settle))) == .invalidArgument,
      "two accounts have the key")
  }

  @Test func `a key is looked up before the clock is asked`() async throws {
    let world = RefusalWorld()
    try await world.credit(100, to: "ada", "k")
    world.clock.step(bySeconds: 3600)
    let credit = Command.Action.credit(Credit(unit: "credits", amount: 100))
    #expect(
      await world.code(of: world.command("ada", "fresh", credit)) == .unavailable,
      "a stepped clock stops writes")
    #expect(
      await world.code(of: world.command("ada", "k", credit)) == nil,
      "a retry of what was applied is a duplicate")
    let altered = Command.Action.credit(Credit(unit: "credits", amount: 101))
    #expect(
      await world.code(of: world.command("ada", "k", altered)) == .idempotencyKeyReused,
      "other input under a used key")
  }

  @Test func `in a group the first refused member decides`() async throws {
    let world = RefusalWorld()
    try await world.credit(10, to: "ada")
    let poor = world.command("ada", "a", .debit(Debit(unit: "credits", amount: 11)))
    let lost = world.command(
      "ada", "b", .settle(Settle(reservation: .id(ReservationID("res_none")), amount: 1)))
    for (members, code) in [
      ([poor, lost], LedgerError.Code.insufficientBalance), ([lost, poor], .reservationNotFound),
    ] {
      let group = Group(tenant: "acme", key: "g", commands: members)
      let error = await #expect(throws: LedgerError.self) { try await world.store.submit(group) }
      #expect(error?.code == code)
      #expect(error?.failedIndex == 0)
    }
  }

  @Test func `in a transfer the source decides before the target`() async throws {
    let world = RefusalWorld()
    try await world.credit(.maximum, to: "bob")
    let transfer = Transfer(unit: "credits", to: "bob", amount: 1)
    let command = world.command("ada", "k", .transfer(transfer))
    let error = await #expect(throws: LedgerError.self) { try await world.store.submit(command) }
    #expect(error?.code == .insufficientBalance)
    #expect(error?.available == 0)
  }
}
