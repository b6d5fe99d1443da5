import Holdfast
import Testing

@testable import HoldfastPostgres

@Suite("Integers, texts and positions as bytes")
struct ByteCodecTests {
  private static let integers: [Int64] = {
    var integers: [Int64] = [0, .max, .min, .max - 1, .min + 1]
    for bit in 0..<63 {
      let power: Int64 = 1 << Int64(bit)
      integers += [power, -power, power - 1, -power - 1]
    }
    return integers
  }()

  @Test("every integer comes back, small ones from one byte")
  func integers() throws {
    for integer in ByteCodecTests.integers {
      var writer = ByteWriter(format: 1, capacity: 16)
      writer.signed(integer)
      writer.unsigned(UInt64(bitPattern: integer))
      var reader = try ByteReader(writer.bytes, of: .journal, format: 1)
      #expect(try reader.signed() == integer)
      #expect(try reader.unsigned() == UInt64(bitPattern: integer))
      try reader.end()
      if (-64...63).contains(integer) {
        var writer = ByteWriter(format: 1, capacity: 16)
        writer.signed(integer)
        #expect(writer.bytes.count == 2)
      }
    }
  }

  @Test("an integer of more than 64 bits is an error")
  func longInteger() throws {
    for bytes: [UInt8] in [
      [1] + Array(repeating: 0xff, count: 9) + [0x02],
      [1] + Array(repeating: 0x80, count: 10) + [0x00],
      [1] + Array(repeating: 0xff, count: 30),
    ] {
      var reader = try ByteReader(bytes, of: .lot, format: 1)
      #expect(throws: CorruptRow(.lot, expected: "an integer of 64 bits")) {
        try reader.unsigned()
      }
    }
  }

  @Test("instants and spans come back to the microsecond, whole seconds from fewer bytes")
  func instants() throws {
    let base = Instant(microseconds: 1_700_000_000_123_456)
    for instant in [
      .earliest, .latest, base, base.advanced(bySeconds: 1800),
      base.advanced(byMicroseconds: -1), Instant(seconds: 0),
    ] {
      for origin in [Instant.epoch, base] {
        var writer = ByteWriter(format: 1, capacity: 16)
        writer.instant(instant, from: origin)
        var reader = try ByteReader(writer.bytes, of: .journal, format: 1)
        #expect(try reader.instant(from: origin) == instant)
      }
    }
    var writer = ByteWriter(format: 1, capacity: 16)
    writer.instant(base.advanced(bySeconds: 1800), from: base)
    #expect(writer.bytes.count == 3)
  }

  @Test("texts come back byte for byte, and a count beyond the end is an error")
  func texts() throws {
    for text in ["", "a", "é", "e\u{301}", String(repeating: "x", count: 1024)] {
      var writer = ByteWriter(format: 1, capacity: 16)
      writer.text(text)
      var reader = try ByteReader(writer.bytes, of: .journal, format: 1)
      #expect(try reader.text() == ByteText(text))
      try reader.end()
    }
    for bytes: [UInt8] in [[1, 2, 65], [1, 1, 0xff], [1, 2, 0xc3, 0x28]] {
      var reader = try ByteReader(bytes, of: .journal, format: 1)
      #expect(throws: CorruptRow.self) { try reader.text() }
    }
  }

  @Test("positions come back wherever they point, near ones from one byte")
  func positions() throws {
    let ada = AccountID(digest: Digest(first: 1, second: 2))
    let bob = AccountID(digest: Digest(first: 1, second: 3))
    let place = StreamPlace(
      account: ada, tenant: "acme", name: "ada", stream: .balance("credits"))
    let frame = RowFrame(place: place, version: 100, instant: .epoch)
    let streams: [StreamName] = [
      .balance("credits"), .usage("credits"), .balance("e\u{301}"), .usage("é"),
    ]
    for account in [ada, bob] {
      for stream in streams {
        for version: Int64 in [1, 99, 100, 101, 1 << 44 - 1] {
          let position = Position(account: account, stream: stream, version: version)
          var writer = ByteWriter(format: 1, capacity: 32)
          writer.position(position, in: frame)
          writer.id(ReservationID(position), in: frame)
          writer.id(LotID("lot_not one"), in: frame)
          var reader = try ByteReader(writer.bytes, of: .journal, format: 1)
          #expect(try reader.position(in: frame) == position)
          #expect(try reader.id(in: frame) == ReservationID(position))
          #expect(try reader.id(in: frame) == LotID("lot_not one"))
          try reader.end()
        }
      }
    }
    var writer = ByteWriter(format: 1, capacity: 32)
    writer.position(Position(account: ada, stream: .balance("credits"), version: 97), in: frame)
    #expect(writer.bytes.count == 2)
  }

  @Test("bytes of another format are an error")
  func format() {
    #expect(throws: CorruptRow(.hold, expected: "format 1")) {
      try ByteReader([2, 0], of: .hold, format: 1)
    }
  }

  @Test("each choice has a number of its own")
  func codes() {
    check(ReservationStatus.allCases)
    check(Reserve.OnLapse.allCases)
    check(Debit.Overage.allCases)
    check(Settle.Overage.allCases)
    check(CalendarUnit.allCases)
  }

  private func check<Value: Coded & Equatable>(_ values: [Value]) {
    for value in values { #expect(Value(code: value.code) == value) }
    #expect(Set(values.map(\.code)).count == values.count)
    #expect(Value(code: UInt8(values.count)) == nil)
  }
}
