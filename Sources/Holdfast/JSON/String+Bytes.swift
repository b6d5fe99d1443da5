/// Comparing text by its UTF-8 bytes, since `==` on `String` takes “é” and “e + accent” as equal.
extension String {
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return withUTF8Bytes { left in
      other.withUTF8Bytes { right in JSONBytes.areEqual(left, right) }
    }
  }

  /// The order of the UTF-8 bytes, which is also the order of the code points.
  func precedesByBytes(_ other: String) -> Bool {
    withUTF8Bytes { left in
      other.withUTF8Bytes { right in JSONBytes.precedes(left, right) }
    }
  }

  func hashBytes(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    withUTF8Bytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Lends the bytes; copies them first only when the string is not stored as UTF-8.
  @inline(__always)
  func withUTF8Bytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }
}
