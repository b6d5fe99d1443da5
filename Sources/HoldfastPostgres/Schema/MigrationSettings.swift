package import Holdfast

/// What a migration is to do, and how patient it is.
package struct MigrationSettings: Hashable, Sendable {
  package static let slotCounts: ClosedRange<Int16> = 1...64
  package static let standardSlots: Int16 = 8

  package var schema: SchemaName
  /// Over how many slots the rows are to be spread; fixed when the schema is made. `nil` for what it
  /// has, and for 8 where it is made.
  package var slots: Int16?
  /// The role that is to own everything; `nil` for the one that connects.
  package var owner: SQLName?
  /// Granted again by each migration.
  package var grants: [RoleGrant]
  /// How long a statement waits for a lock, at least a millisecond; others wait behind it meanwhile.
  package var lockTimeout: Duration
  /// How often a transaction is begun whose lock was not to be had.
  package var attempts: Int
  /// The key of a schema that is made; `nil` for a random one.
  package var hashKey: HashKey?

  package init(
    schema: SchemaName = .standard, slots: Int16? = nil, owner: SQLName? = nil,
    grants: [RoleGrant] = [], lockTimeout: Duration = .seconds(5), attempts: Int = 6,
    hashKey: HashKey? = nil
  ) {
    if let slots {
      precondition(MigrationSettings.slotCounts.contains(slots), "1 to 64 slots")
    }
    precondition(attempts > 0, "at least one attempt")
    self.schema = schema
    self.slots = slots
    self.owner = owner
    self.grants = grants
    self.lockTimeout = lockTimeout
    self.attempts = attempts
    self.hashKey = hashKey
  }
}
