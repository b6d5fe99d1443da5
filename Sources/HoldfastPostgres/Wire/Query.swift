/// The text of a statement, with the types of its parameters; made once and sent many times.
package struct Query: Hashable, Sendable {
  /// A short stable name, at most 46 bytes.
  package let name: String
  /// One statement; its parameters are `$1`, `$2` and so on.
  package let text: String
  /// One type a parameter, in their order.
  package let parameterTypes: [TypeOID]

  /// The name under which a server keeps the prepared statement.
  ///
  /// It depends on the text and the types: behind a pooler a server connection may still have what
  /// another build of the program prepared under the same name.
  package let preparedName: String

  package init(_ name: String, _ text: String, parameterTypes: [TypeOID] = []) {
    // PostgreSQL cuts names at 63 bytes; 17 of them are the hash and the dot before it.
    precondition(name.utf8.count <= 46, "the name of a query has at most 46 bytes")
    self.name = name
    self.text = text
    self.parameterTypes = parameterTypes
    let hash = Query.hash(of: text, parameterTypes)
    preparedName = "\(name).\(String(hash, radix: 16))"
  }

  package static func == (left: Query, right: Query) -> Bool {
    left.preparedName == right.preparedName && left.text == right.text
      && left.parameterTypes == right.parameterTypes
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(preparedName)
  }

  /// FNV-1a, which is the same in every process, unlike `Hasher`.
  private static func hash(of text: String, _ types: [TypeOID]) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ byte: UInt8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    for byte in text.utf8 { add(byte) }
    for type in types {
      for shift in stride(from: 0, to: 32, by: 8) {
        add(UInt8(truncatingIfNeeded: type.rawValue >> UInt32(shift)))
      }
    }
    return hash
  }
}

extension Query {
  /// Undoes what the open transaction did; a warning when there is none.
  package static let rollback = Query("rollback", "ROLLBACK")
}
