/// The text of a position: base64url without padding of
/// account id (16 bytes) · version (8 bytes, big-endian, leading zeros cut, after their count) ·
/// stream (`b` or `u`) · name.
///
/// Each position has exactly one text, so that two texts never name one thing.
extension Position {
  init?(text: String, prefix: String) {
    var text = text
    let bytes = text.withUTF8 { utf8 -> [UInt8]? in
      guard utf8.count > prefix.utf8.count, utf8.count <= 512,
        utf8.prefix(prefix.utf8.count).elementsEqual(prefix.utf8)
      else { return nil }
      return Base64URL.decode(utf8.dropFirst(prefix.utf8.count))
    }
    guard let bytes, bytes.count >= 20 else { return nil }
    let first = Position.word(bytes[0..<8])
    let second = Position.word(bytes[8..<16])
    let width = Int(bytes[16])
    guard (1...8).contains(width), bytes.count >= 17 + width + 2, bytes[17] != 0 else { return nil }
    let version = Position.word(bytes[17..<17 + width])
    guard version <= UInt64(Int64.max) else { return nil }
    let name = bytes[(18 + width)...]
    guard name.count <= 255, let string = String(validating: name, as: UTF8.self)
    else { return nil }
    let stream: StreamName
    switch bytes[17 + width] {
    case UInt8(ascii: "b"): stream = .balance(UnitName(string))
    case UInt8(ascii: "u"): stream = .usage(ItemName(string))
    default: return nil
    }
    self.init(
      account: AccountID(digest: Digest(first: first, second: second)), stream: stream,
      version: Int64(version))
  }

  func text(prefix: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(48)
    Position.append(account.digest.first, to: &bytes, width: 8)
    Position.append(account.digest.second, to: &bytes, width: 8)
    let width = max(1, (71 - version.leadingZeroBitCount) / 8)
    bytes.append(UInt8(width))
    Position.append(UInt64(version), to: &bytes, width: width)
    switch stream {
    case .balance(let unit):
      bytes.append(UInt8(ascii: "b"))
      bytes.append(contentsOf: unit.string.utf8)
    case .usage(let item):
      bytes.append(UInt8(ascii: "u"))
      bytes.append(contentsOf: item.string.utf8)
    }
    return Base64URL.encode(bytes, after: prefix)
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func append(_ word: UInt64, to bytes: inout [UInt8], width: Int) {
    for index in (0..<width).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: word >> (8 * UInt64(index))))
    }
  }
}
