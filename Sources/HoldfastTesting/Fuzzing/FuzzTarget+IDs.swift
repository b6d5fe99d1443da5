internal import Holdfast

extension FuzzTarget {
  /// A text; or, after a byte below 4, the bytes behind the text of an id of that kind.
  static func checkIDs(_ input: [UInt8]) async throws(FuzzFinding) {
    let prefixes = [EntryID.prefix, ReservationID.prefix, "cur_", UsageRecordID.prefix]
    var text = String(decoding: input, as: UTF8.self)
    if let first = input.first, Int(first) < prefixes.count {
      text = prefixes[Int(first)] + base64URL(input.dropFirst())
    }
    try checkID(EntryID(text), text)
    try checkID(ReservationID(text), text)
    try checkID(LotID(text), text)
    try checkID(UsageRecordID(text), text)
    try await checkCursors(text)
  }

  private static func checkID<ID: PositionID>(_ id: ID, _ text: String) throws(FuzzFinding) {
    try FuzzFinding.unless(
      ByteText(id.description) == ByteText(text), "\(text) comes back as \(id)")
    guard let position = id.position else { return }
    try FuzzFinding.unless(position.version >= 1, "\(text) has version \(position.version)")
    try FuzzFinding.unless(
      ID(position) == id && ID(id.description) == id, "\(text) does not name itself")
  }

  /// RFC 4648 §5 without padding, by whole strings of bits.
  private static func base64URL(_ bytes: ArraySlice<UInt8>) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    while bits.count % 6 != 0 { bits.append(0) }
    return String(
      stride(from: 0, to: bits.count, by: 6).map { start in
        alphabet[bits[start..<start + 6].reduce(0) { $0 << 1 | Int($1) }]
      })
  }

  private static let address = AccountAddress(tenant: "default", account: "ada")

  private static func checkCursors(_ text: String) async throws(FuzzFinding) {
    let store = InMemoryStore(clock: SimulatedClock().storeClock)
    do throws(LedgerError) {
      for key in ["one", "two", "three", "four"] {
        let credit = Credit(unit: "credits", amount: 5)
        _ = try await store.submit(
          Command(
            tenant: address.tenant, account: address.account, key: IdempotencyKey(key),
            action: .credit(credit)))
      }
    } catch {
      throw FuzzFinding("the store refuses a credit: \(error)")
    }
    try await checkLedgerCursor(text, store)
    try await checkFeedCursor(text, store)
  }

  private static func checkLedgerCursor(
    _ text: String, _ store: InMemoryStore
  ) async throws(FuzzFinding) {
    let first: LedgerEntries
    do throws(LedgerError) {
      first = try await store.ledger(of: "credits", address, .cursor(text, limit: 2))
    } catch {
      return try checkRefusal(error, text)
    }
    try FuzzFinding.unless(
      EntryID(EntryID.prefix + text.dropFirst(4)).position != nil,
      "the ledger takes \(text), which is no position")
    let all: [LedgerEntry]
    var read = first.entries
    do throws(LedgerError) {
      all = try await store.ledger(of: "credits", address, .cursor(nil, limit: 9)).entries
      if let next = first.nextCursor {
        read += try await store.ledger(of: "credits", address, .cursor(next, limit: 9)).entries
      }
    } catch {
      throw FuzzFinding("the ledger cannot be read on after \(text): \(error)")
    }
    try FuzzFinding.unless(
      read.map(\.id) == all.suffix(read.count).map(\.id),
      "the pages after \(text) are not the end of the ledger")
  }

  private static func checkFeedCursor(
    _ text: String, _ store: InMemoryStore
  ) async throws(FuzzFinding) {
    let first: Changes
    do throws(LedgerError) {
      first = try await store.changes(in: address.tenant, after: text, limit: 2)
    } catch {
      return try checkRefusal(error, text)
    }
    try FuzzFinding.unless(first.changes.count <= 2, "more changes than asked for")
    let rest: Changes
    do throws(LedgerError) {
      rest = try await store.changes(in: address.tenant, after: first.cursor, limit: 10)
    } catch {
      throw FuzzFinding("the feed refuses its own cursor \(first.cursor): \(error)")
    }
    let versions = (first.changes + rest.changes).map(\.version)
    try FuzzFinding.unless(
      versions == [1, 2, 3, 4].suffix(versions.count), "the feed skips or repeats after \(text)")
  }

  private static func checkRefusal(
    _ error: LedgerError, _ text: String
  ) throws(FuzzFinding) {
    try FuzzFinding.unless(
      error.code == .invalidArgument && error.field == "cursor",
      "the cursor \(text) is refused with \(error)")
  }
}
