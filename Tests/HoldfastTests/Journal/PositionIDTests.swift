import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct PositionIDTests {
  private static let prefix = "res_"

  @Test(arguments: UInt64(1)...8)
  func `a position reads back from its text`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<200 {
      let position = Position.random(using: &random)
      let note: Comment = "seed \(seed), round \(round), \(position)"
      #expect(ReservationID(ReservationID(position).description).position == position, note)
      #expect(EntryID(EntryID(position).description).position == position, note)
      #expect(LotID(LotID(position).description).position == position, note)
      #expect(UsageRecordID(UsageRecordID(position).description).position == position, note)
      #expect(ReservationID(ReservationID(position).description) == ReservationID(position), note)
    }
  }

  @Test(arguments: [1, 255, 256, 65_535, 65_536, 1 << 32, Int64.max - 1, Int64.max])
  func `every width of a version reads back`(version: Int64) {
    for name in ["c", String(repeating: "x", count: 255)] {
      let position = Position(
        account: AccountID(digest: Digest(first: 0, second: .max)),
        stream: .balance(UnitName(name)), version: version)
      #expect(EntryID(EntryID(position).description).position == position)
      #expect(EntryID(position).description.utf8.count <= 512)
    }
  }

  @Test func `the prefix tells the kinds of ids apart`() {
    var random = SplitMix(seed: 1)
    let position = Position.random(using: &random)
    let texts = [
      ReservationID(position).description, EntryID(position).description,
      LotID(position).description, UsageRecordID(position).description,
    ]
    for (text, prefix) in zip(texts, ["res_", "ent_", "lot_", "use_"]) {
      #expect(text.utf8.starts(with: prefix.utf8))
      #expect((ReservationID(text).position != nil) == (prefix == "res_"), "\(text)")
      #expect((EntryID(text).position != nil) == (prefix == "ent_"), "\(text)")
      #expect((LotID(text).position != nil) == (prefix == "lot_"), "\(text)")
      #expect((UsageRecordID(text).position != nil) == (prefix == "use_"), "\(text)")
    }
  }

  @Test func `a text that is no position stays as it is and names nothing`() {
    let texts = [
      "", "res_", "res", "x", "res_AAAA", "res_\u{0}", "res_é", "rés_AAAA", "res_" + "A" * 23,
      "res_" + "A" * 508, "res_" + "A" * 509, "res_" + "A" * 100_000, "res_" + "-" * 64,
      "res_" + "_" * 64, "res_" + "=" * 64,
    ]
    for text in texts {
      let id = ReservationID(text)
      #expect(id.position == nil, "\(text.prefix(40))")
      #expect(ByteText(id.description) == ByteText(text))
    }
    #expect(ReservationID("res_é") != ReservationID("res_e\u{301}"))
  }

  @Test(arguments: UInt64(1)...8)
  func `a position has no other text than its own`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var decodable = 0
    for round in 0..<300 {
      let text = Array(ReservationID(Position.random(using: &random)).description.utf8)
      var altered = text
      switch Int.random(in: 0..<6, using: &random) {
      case 0: altered[altered.count - 1] = .random(in: 33...126, using: &random)
      case 1:
        let bit = Int.random(in: 0..<7, using: &random)
        altered[.random(in: 0..<text.count, using: &random)] ^= 1 << bit
      case 2: altered.removeLast(.random(in: 1..<text.count, using: &random))
      case 3: altered.append(.random(in: 33...126, using: &random))
      case 4: altered.insert(UInt8(ascii: "A"), at: .random(in: 0...text.count, using: &random))
      default:
        altered = (0..<Int.random(in: 0...80, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        altered = Array(Self.prefix.utf8) + altered
      }
      let string = String(decoding: altered, as: UTF8.self)
      guard let position = ReservationID(string).position else { continue }
      decodable += 1
      #expect(
        ByteText(ReservationID(position).description) == ByteText(string),
        "seed \(seed), round \(round): two texts of \(position)")
    }
    #expect(decodable > 20, "seed \(seed) altered nothing that still decodes")
  }

  @Test func `the bits behind the last byte are none`() throws {
    let position = Position(
      account: AccountID(digest: Digest(first: 1, second: 2)), stream: .balance("credits"),
      version: 3)
    let text = ReservationID(position).description
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let last = try #require(text.last)
    let readable = alphabet.filter { character in
      ReservationID(String(text.dropLast()) + String(character)).position == position
    }
    #expect(readable == [last])
  }

  @Test func `names that differ by bytes are different positions`() {
    let account = AccountID(digest: Digest(first: 1, second: 2))
    let names = ["é", "e\u{301}", "E", "e", "e ", "ｅ"]
    let positions = names.map {
      Position(account: account, stream: .balance(UnitName($0)), version: 1)
    }
    #expect(Set(positions).count == names.count)
    let texts = positions.map { ByteText(EntryID($0).description) }
    #expect(Set(texts).count == names.count)
    for (text, position) in zip(texts, positions) {
      #expect(EntryID(text.string).position == position)
    }
    let usage = Position(account: account, stream: .usage("e"), version: 1)
    #expect(EntryID(usage) != EntryID(positions[3]))
    let accounts = names.map { AccountID(tenant: "t", account: AccountName($0), key: .forTests) }
    #expect(Set(accounts).count == names.count)
    let tenants = names.map { AccountID(tenant: TenantName($0), account: "a", key: .forTests) }
    #expect(Set(tenants).count == names.count)
  }
}

extension Position {
  fileprivate static func random(using random: inout SplitMix) -> Position {
    let letters = Array("abcé\u{301}日🂡 _-")
    let name = String(
      (0..<Int.random(in: 1...12, using: &random)).map { _ in
        letters[.random(in: 0..<letters.count, using: &random)]
      })
    let shift = Int64.random(in: 0...62, using: &random)
    return Position(
      account: AccountID(digest: Digest(first: random.next(), second: random.next())),
      stream: Bool.random(using: &random) ? .balance(UnitName(name)) : .usage(ItemName(name)),
      version: max(1, Int64.random(in: 1...Int64.max, using: &random) >> shift))
  }
}

extension HashKey {
  fileprivate static let forTests = HashKey(first: 1, second: 2)
}

extension String {
  fileprivate static func * (text: String, count: Int) -> String {
    String(repeating: text, count: count)
  }
}
