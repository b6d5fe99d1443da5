internal import Foundation

/// A time zone identifier, compared by its bytes.
///
/// `String ==` would take `Asia/Kolkata` with a Kelvin sign for the real one.
struct ZoneName: Sendable, Hashable {
  var text: String

  static func == (left: ZoneName, right: ZoneName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8(0xFF))
  }

  /// Whether this is `UTC`, `GMT` or an `Area/Location` name of the IANA database that the time
  /// zone data of this machine has, in its exact spelling.
  ///
  /// Everything else Foundation would resolve is refused. Abbreviations guess (`BST` is Bangladesh,
  /// `IST` India), forms like `GMT+5` mean the opposite of `Etc/GMT+5`, and the one-word names of
  /// the database (`EST`, `CET`, `Japan`) all have an `Area/Location` name beside them.
  ///
  /// The bytes are looked at first: once Foundation has loaded a zone, it also resolves that name
  /// followed by NUL, or written with characters that are canonically equivalent.
  var isKnown: Bool {
    if self == ZoneName(text: "UTC") || self == ZoneName(text: "GMT") { return true }
    guard text.utf8.allSatisfy(ZoneName.isNameByte),
      let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      ZoneName.areas.contains(ZoneName(text: String(text[..<slash]))),
      let zone = TimeZone(identifier: text)
    else { return false }
    return ZoneName(text: zone.identifier) == self
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "+"),
      UInt8(ascii: "-"), UInt8(ascii: "/"):
      true
    default:
      false
    }
  }

  private static let areas: Set<ZoneName> = [
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Brazil",
    "Canada", "Chile", "Etc", "Europe", "Indian", "Mexico", "Pacific", "US",
  ].reduce(into: []) { $0.insert(ZoneName(text: $1)) }
}
