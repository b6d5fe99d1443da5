/// Text that is compared, ordered and hashed by its UTF-8 bytes.
///
/// `String` compares by canonical equivalence: an `é` of one scalar equals an `é` of two. A ledger
/// that did so would let one spelling reach what belongs to another.
public struct ByteText: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The text as a string; comparing that one is not a comparison of bytes.
  public let string: String

  /// The text of this string, unchanged.
  public init(_ string: String) {
    self.string = string
  }

  public var description: String { string }

  public static func == (left: ByteText, right: ByteText) -> Bool {
    left.string.hasSameBytes(as: right.string)
  }

  public static func < (left: ByteText, right: ByteText) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    var string = string
    string.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}
