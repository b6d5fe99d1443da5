import HoldfastPostgres
import Testing

/// What the catalog says of the schema: the rules that let it be spread over nodes, and kept fast.
@Suite("Catalog")
struct CatalogTests {
  private static let database = Task { try await TestDatabase.migrated() }

  private func rows(_ query: String) async throws -> [[String?]] {
    try await Self.database.value.rows(query)
  }

  @Test("slot is the first column of every table that has it, and of all its keys and indexes")
  func slotLeads() async throws {
    let found = try await rows(
      """
      SELECT class.relname, slot.attnum = 1, index.indkey[0] = slot.attnum, index.indexrelid::regclass
      FROM pg_class AS class
      JOIN pg_attribute AS slot ON slot.attrelid = class.oid AND slot.attname = 'slot'
      LEFT JOIN pg_index AS index ON index.indrelid = class.oid
      WHERE class.relnamespace = 'holdfast'::regnamespace AND class.relkind = 'r'
      """)
    #expect(Set(found.map { $0[0] }).count == 17)
    for row in found {
      #expect(row[1] == "t", "\(row)")
      #expect(row[2] == "t", "\(row)")
    }
  }

  @Test("only the tables of the installation and of definitions have no slot")
  func tablesWithoutSlot() async throws {
    let found = try await rows(
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r' AND NOT EXISTS (
        SELECT FROM pg_attribute WHERE attrelid = pg_class.oid AND attname = 'slot')
      ORDER BY relname
      """)
    #expect(
      found.map { $0[0] } == [
        "archive_file", "definition_revision", "installation", "migration",
        "statistics_coverage", "unit_definition", "usage_item",
      ])
  }

  @Test("every table has a primary key")
  func primaryKeys() async throws {
    let without = try await rows(
      """
      SELECT relname FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace AND relkind = 'r' AND NOT EXISTS (
        SELECT FROM pg_index WHERE indrelid = pg_class.oid AND indisprimary)
      """)
    #expect(without.isEmpty)
  }

  @Test("every constraint has a name that the server did not make up")
  func constraintNames() async throws {
    let found = try await rows(
      """
      SELECT constraint_row.conname, class.relname, constraint_row.contype
      FROM pg_constraint AS constraint_row
      JOIN pg_class AS class ON class.oid = constraint_row.conrelid
      WHERE constraint_row.connamespace = 'holdfast'::regnamespace AND constraint_row.contype <> 'n'
      """)
    #expect(found.count > 50)
    for row in found {
      let name = try #require(row[0])
      let table = try #require(row[1])
      #expect(name.hasPrefix("\(table)_"))
      #expect(name.firstMatch(of: /_(pkey|key|check|excl|fkey)\d*$/) == nil, "\(name)")
    }
  }

  @Test("no foreign keys, triggers, rules, sequences, partitions or functions")
  func nothingHidden() async throws {
    let found = try await rows(
      """
      SELECT 'foreign key', conname::text FROM pg_constraint
      WHERE connamespace = 'holdfast'::regnamespace AND contype IN ('f', 't')
      UNION ALL
      SELECT 'trigger', tgname FROM pg_trigger
      JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = 'holdfast'::regnamespace
      UNION ALL
      SELECT 'rule', rulename FROM pg_rewrite
      JOIN pg_class ON pg_class.oid = ev_class
      WHERE relnamespace = 'holdfast'::regnamespace AND rulename <> '_RETURN'
      UNION ALL
      SELECT 'relation of kind ' || relkind::text, relname FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace AND relkind NOT IN ('r', 'i', 'v', 't')
      UNION ALL
      SELECT 'partition', relname FROM pg_class
      WHERE relnamespace = 'holdfast'::regnamespace AND relispartition
      UNION ALL
      SELECT 'function', proname FROM pg_proc WHERE pronamespace = 'holdfast'::regnamespace
      """)
    #expect(found.isEmpty)
  }

  @Test("texts that are compared collate by their bytes")
  func collations() async throws {
    let found = try await rows(
      """
      SELECT DISTINCT class.relname, attribute.attname
      FROM pg_index AS index
      JOIN pg_class AS class ON class.oid = index.indrelid
      JOIN pg_attribute AS attribute
        ON attribute.attrelid = class.oid AND attribute.attnum = ANY (index.indkey)
      WHERE class.relnamespace = 'holdfast'::regnamespace
        AND attribute.attcollation NOT IN (0, 'pg_catalog."C"'::regcollation)
      """)
    #expect(found.isEmpty)
  }

  @Test("an update of a stream touches no index and finds room in its page")
  func streamHasOneIndex() async throws {
    let found = try await rows(
      """
      SELECT index.relname, array_to_string(stream.reloptions, ' ')
      FROM pg_index
      JOIN pg_class AS index ON index.oid = indexrelid
      JOIN pg_class AS stream ON stream.oid = indrelid
      WHERE indrelid = 'holdfast.stream'::regclass
      """)
    #expect(found.map { $0[0] } == ["stream_by_number"])
    #expect(found.first?[1]?.contains("fillfactor=50") == true)
  }
}
