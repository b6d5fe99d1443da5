import Holdfast
import Testing

@Suite struct ReadmeSnippets {
  @Test func `five lines leave 460 of 500, and run again they charge nothing`() async throws {
    // snippet: five lines
    let ledger = Ledger(store: InMemoryStore(), tenant: "acme/production")
    let credits = ledger.account("ada")["credits"]
    try await credits.credit(500, key: "topup-1")
    try await credits.withReservation(75, key: "req-42") { hold in hold.report(40) }
    let left = try await credits.available()  // 460
    // end
    #expect(left == 460)

    #expect(try await credits.credit(500, key: "topup-1").duplicate)
    let again = await #expect(throws: ReservationFailure<Never>.self) {
      try await credits.withReservation(75, key: "req-42") { hold in hold.report(40) }
    }
    if case .refused(let refusal) = again {
      #expect(refusal.code == .reservationClosed)
    } else {
      Issue.record("\(String(describing: again))")
    }
    #expect(try await credits.available() == 460)
  }

  @Test func `the README shows the beginning of what explain prints`() throws {
    let expected = try PackageFiles.text("Tests/Expected/explain-last-24h.txt")
    let blocks = Markdown(try PackageFiles.text("README.md")).blocks(in: "text")
    #expect(blocks.contains { !$0.isEmpty && Array(expected.utf8).starts(with: $0.utf8) })
  }
}
