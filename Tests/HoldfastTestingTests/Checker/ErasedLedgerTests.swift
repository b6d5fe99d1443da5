import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct ErasedLedgerTests {
  /// As an account stands when its texts were erased: its rows, and the other side of its transfers.
  private func erase(_ id: AccountID, in contents: inout LedgerContents) {
    for account in contents.accounts.indices {
      let isMeant = contents.accounts[account].id == id
      if isMeant { contents.accounts[account].name = "" }
      contents.accounts[account].eachRow { row in
        var isOtherSide = false
        if case .transfer = row.cause?.command.action {
          isOtherSide = row.counterpart.position?.account == id
        }
        if isMeant || isOtherSide { row.erase() }
      }
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `a ledger of which one account was erased is sound`(seed: UInt64) async throws {
    var (contents, _) = try await RandomWorkload.contents(seed: seed, count: 400)
    let ids = contents.accounts.map(\.id)
    erase(ids[Int(seed) % ids.count], in: &contents)
    let report = try await LedgerChecker()
      .check(contentsOf: contents, tenant: RandomWorkload.tenant)
    #expect(report.violations.prefix(3) == [], "seed \(seed)")
  }

  @Test func `a ledger in which everything was erased is sound, and still shows what is wrong`()
    async throws
  {
    var contents = try await RichLedger.contents()
    for account in contents.accounts { erase(account.id, in: &contents) }
    let sound = try await LedgerChecker().check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(sound.violations == [])
    contents.accounts[0].eachRow { row in
      if row.version == 2 { row = row.with(delta: row.delta + Figures(posted: 1)) }
    }
    let broken = try await LedgerChecker().check(contentsOf: contents, tenant: RichLedger.tenant)
    #expect(!broken.isSound)
  }

  @Test func `what was erased is erased once, and keeps the identity of its command`() {
    let key: IdempotencyKey = "order-17"
    let erased = key.erased(of: .credit)
    #expect(erased.isErased && !key.isErased)
    #expect(erased.erased(of: .credit) == erased)
    #expect(!erased.string.contains("17"))
    #expect(
      KeyIdentity(command: .credit, key: erased) == KeyIdentity(command: .credit, key: key))
    #expect(erased != key.erased(of: .debit))
    #expect(!IdempotencyKey("\u{1}erased#").isErased)
    #expect(!IdempotencyKey("\u{1}erased#\(String(repeating: "x", count: 32))").isErased)
  }
}

extension AccountContents {
  fileprivate mutating func eachRow(_ body: (inout JournalRow) -> Void) {
    for balance in balances.indices {
      for row in balances[balance].rows.indices { body(&balances[balance].rows[row]) }
    }
    for meter in meters.indices {
      for row in meters[meter].rows.indices { body(&meters[meter].rows[row]) }
    }
  }
}
