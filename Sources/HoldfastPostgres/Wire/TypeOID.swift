/// The number by which PostgreSQL names a type, as the built-in ones have it in every database.
///
/// Source: `src/include/catalog/pg_type.dat`.
package struct TypeOID: Hashable, Sendable {
  package let rawValue: UInt32

  package init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let bool = TypeOID(16)
  package static let bytea = TypeOID(17)
  package static let int8 = TypeOID(20)
  package static let int2 = TypeOID(21)
  package static let int4 = TypeOID(23)
  package static let text = TypeOID(25)
  package static let json = TypeOID(114)
  package static let timestamptz = TypeOID(1184)
  package static let uuid = TypeOID(2950)
  package static let lsn = TypeOID(3220)
  package static let xid8 = TypeOID(5069)

  package static let boolArray = TypeOID(1000)
  package static let byteaArray = TypeOID(1001)
  package static let int8Array = TypeOID(1016)
  package static let int2Array = TypeOID(1005)
  package static let int4Array = TypeOID(1007)
  package static let textArray = TypeOID(1009)
  package static let jsonArray = TypeOID(199)
  package static let timestamptzArray = TypeOID(1185)
  package static let uuidArray = TypeOID(2951)
  package static let xid8Array = TypeOID(271)
}
