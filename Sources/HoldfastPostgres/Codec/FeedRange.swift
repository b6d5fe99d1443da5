package import Holdfast

/// Consecutive rows of one stream that a transaction wrote.
package struct FeedRange: Hashable, Sendable {
  package let account: AccountID
  /// The number of the stream in its account.
  package let stream: Int
  package let first: Int64
  /// At least 1.
  package let count: Int

  private static let format: UInt8 = 1

  package init(account: AccountID, stream: Int, first: Int64, count: Int) {
    self.account = account
    self.stream = stream
    self.first = first
    self.count = count
  }

  /// The bytes of the column `ranges` of the table `feed`. Ranges of one account take least when they
  /// follow each other.
  package static func bytes(_ ranges: [FeedRange]) -> [UInt8] {
    var writer = ByteWriter(format: format, capacity: 16 + 20 * ranges.count)
    writer.count(ranges.count)
    var account: AccountID?
    for range in ranges {
      let isSame = range.account == account
      account = range.account
      writer.unsigned(UInt64(range.stream) << 1 | (isSame ? 1 : 0))
      if !isSame { writer.digest(range.account.digest) }
      writer.unsigned(UInt64(bitPattern: range.first))
      writer.count(range.count)
    }
    return writer.bytes
  }

  /// The ranges of one or more such texts of bytes, one behind the other: a transaction that wrote in
  /// several steps has one for each.
  package static func ranges(in bytes: [UInt8]) throws(CorruptRow) -> [FeedRange] {
    var reader = try ByteReader(bytes, of: .feed, format: format)
    var ranges: [FeedRange] = []
    while true {
      let count = try reader.count(size: 3)
      ranges.reserveCapacity(ranges.count + count)
      var last: FeedRange?
      for _ in 0..<count {
        let range = try reader.range(after: last)
        ranges.append(range)
        last = range
      }
      if reader.isAtEnd { return ranges }
      try reader.begin(format: format)
    }
  }
}

extension ByteReader {
  fileprivate mutating func range(after last: FeedRange?) throws(CorruptRow) -> FeedRange {
    let word = try unsigned()
    guard let stream = Int16(exactly: word >> 1) else { throw corrupt("a stream's number") }
    let account: AccountID
    if word & 1 == 0 {
      account = AccountID(digest: try digest())
    } else {
      guard let last else { throw corrupt("an account") }
      account = last.account
    }
    let first = try version(Int64(bitPattern: try unsigned()))
    let count = try version(Int64(bitPattern: try unsigned()))
    return FeedRange(account: account, stream: Int(stream), first: first, count: Int(count))
  }
}
