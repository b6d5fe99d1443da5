public import Holdfast

/// The schema that a `PostgresStore` stands on. `holdfast migrate` does the same from a shell, and more.
public enum PostgresSchema {
  /// Makes the schema, or brings it to the version of this library. Harmless when there is nothing to
  /// do, and when several processes begin it at once.
  ///
  /// - Parameters:
  ///   - connection: A libpq connection string or URI of a role that may create a schema.
  ///   - schema: Its name.
  ///   - slots: Over how many slots the rows are spread, 1 … 64; fixed when the schema is made.
  /// - Returns: The numbers of the migrations that were applied now.
  /// - Throws: `unavailable` when the database cannot be reached; `schema_mismatch` when the schema
  ///   is another than expected; `invalid_argument` naming a parameter that is out of its range.
  @discardableResult
  public static func migrate(
    _ connection: String, schema: String = "holdfast", slots: Int? = nil
  ) async throws(LedgerError) -> [Int] {
    guard let name = SchemaName(schema) else {
      throw LedgerError(.invalidArgument, "must be a schema's name", field: "schema")
    }
    var settings = MigrationSettings(schema: name)
    if let slots {
      guard let count = Int16(exactly: slots), MigrationSettings.slotCounts.contains(count) else {
        throw LedgerError(.invalidArgument, "must be 1 to 64", field: "slots")
      }
      settings.slots = count
    }
    do throws(MigrationError) {
      let report = try await Migrator(settings).run(
        on: ConnectionOptions(connection, schema: schema), isDryRun: false)
      return report.migrations.map { Int($0.number) }
    } catch {
      switch error {
      case .store(let error): throw StoreError.unavailable(error)
      default: throw LedgerError(.schemaMismatch, error.description)
      }
    }
  }
}
