/// Brings a schema to the version of this release: forward only, each step a transaction of its own.
///
/// Any number of processes may do so at once: a lock that ends with its transaction, and so works
/// through a pooler too, lets one after the other look and act.
package struct Migrator: Sendable {
  package let settings: MigrationSettings
  let migrations: [Migration]

  /// - Parameter migrations: Numbered 1, 2, 3, ….
  package init(_ settings: MigrationSettings, migrations: [Migration] = Migration.all) {
    precondition(
      !migrations.isEmpty && migrations.map(\.number) == Array(1...Int32(migrations.count)),
      "migrations are numbered 1, 2, 3, …")
    self.settings = settings
    self.migrations = migrations
  }

  /// What is still to be done. Writes nothing and waits for no other migration.
  package func plan(on connection: PostgresConnection) throws(MigrationError) -> MigrationReport {
    let session = MigrationSession(connection, settings)
    return try session.transaction(.readOnly) { () throws(MigrationError) in
      try session.checkRoles()
      let history = try session.history()
      try history.check(against: migrations, slots: settings.slots)
      let pending = pending(history)
      return MigrationReport(
        schema: settings.schema, before: history.version,
        after: pending.last?.number ?? history.version, slots: slots(history),
        migrations: Array(pending), grants: settings.grants)
    }
  }

  /// Does it, on a connection outside a transaction. What stands is left as it is.
  package func run(on connection: PostgresConnection) throws(MigrationError) -> MigrationReport {
    let session = MigrationSession(connection, settings)
    var applied: [Migration] = []
    while true {
      let (history, migration) = try session.retrying { () throws(MigrationError) in
        try session.transaction(.locked) { () throws(MigrationError) in try step(session) }
      }
      if let migration {
        applied.append(migration)
      } else {
        let version = history.version
        return MigrationReport(
          schema: settings.schema, before: (applied.first?.number).map { $0 - 1 } ?? version,
          after: version, slots: slots(history), migrations: applied, grants: settings.grants)
      }
    }
  }

  /// Applies the next migration; when there is none, the grants.
  private func step(
    _ session: MigrationSession
  ) throws(MigrationError) -> (history: MigrationHistory, applied: Migration?) {
    try session.checkRoles()
    let history = try session.history()
    try history.check(against: migrations, slots: settings.slots)
    let next = pending(history).first
    if next != nil, !history.hasSchema { try session.createSchema() }
    try session.actAsOwner()
    if let next {
      try session.apply(next)
      if next.number == 1 { try session.install(slots: slots(history)) }
    } else {
      for grant in settings.grants {
        try session.run(grant.statements(in: settings.schema))
      }
    }
    return (history, next)
  }

  private func pending(_ history: MigrationHistory) -> ArraySlice<Migration> {
    migrations.dropFirst(history.applied.count)
  }

  private func slots(_ history: MigrationHistory) -> Int16 {
    history.slots ?? settings.slots ?? MigrationSettings.standardSlots
  }
}
