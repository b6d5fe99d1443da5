internal import Holdfast

/// What a schema says of itself: nothing of a ledger, or which migrations made it.
struct MigrationHistory: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    let number: Int32
    let name: String
    let checksum: String
  }

  let hasSchema: Bool
  /// In the order of their numbers.
  let applied: [Entry]
  /// `nil` before the first migration.
  let slots: Int16?

  var version: Int32 { applied.last?.number ?? 0 }

  /// Throws unless the known migrations may go on from here.
  func check(against migrations: [Migration], slots asked: Int16?) throws(MigrationError) {
    for (index, entry) in applied.enumerated() {
      let expected = Int32(index) + 1
      guard entry.number == expected else { throw .incomplete(missing: expected) }
      guard index < migrations.count else { continue }
      guard entry.checksum == migrations[index].checksum else {
        throw .changed(number: entry.number, name: entry.name)
      }
    }
    // The release before this one works on what this one makes, and this one on what the next does.
    guard version <= Int32(migrations.count) + 1 else {
      throw .schemaMismatch(SchemaVersion.mismatch(version))
    }
    if let slots, let asked, slots != asked { throw .slotsFixed(installed: slots, asked: asked) }
  }
}
