package import Holdfast

/// The versions of the schema that this release of the library works on.
package enum SchemaVersion {
  /// The version that this release migrates to.
  package static let present: Int32 = 5

  /// This release's version and the next, so that the database is migrated first and the processes
  /// follow one by one.
  package static let usable = present...present + 1

  /// Throws `schema_mismatch` with both numbers when this release does not work on the version.
  ///
  /// - Parameter version: What the database has; 0 when it has no ledger.
  package static func check(_ version: Int32) throws(LedgerError) {
    if !usable.contains(version) { throw mismatch(version) }
  }

  static func mismatch(_ version: Int32) -> LedgerError {
    let remedy =
      version < present
      ? "holdfast migrate brings it there" : "a newer release works on it"
    return LedgerError(
      .schemaMismatch,
      "the database has version \(version) of the schema, this release works on"
        + " \(usable.lowerBound) and \(usable.upperBound); \(remedy)")
  }
}
