import HoldfastPostgres
import Testing

@Suite("Audit queries")
struct AuditTests {
  /// A damage and which audits have to find it, among others maybe.
  struct Damage: Sendable, CustomTestStringConvertible {
    let audits: Set<String>
    let script: String

    init(_ script: String, foundBy audits: String...) {
      self.audits = Set(audits)
      self.script = script
    }

    var testDescription: String { script }
  }

  private static let healthy = Task { try await TestDatabase.migrated(HealthyLedger.script) }

  /// The audits that find something after the script, of which nothing stays.
  private func findings(_ database: TestDatabase, after script: String) async throws -> Set<String>
  {
    let audits = AuditQuery.all
    let queries = audits.map { $0.script.filled(schema: .standard) }.joined(separator: "\n")
    let counts = try await database.with { connection in
      let answers = try connection.runScript(
        "BEGIN; \(script);\n\(queries) ROLLBACK", deadline: .after(seconds: 60))
      return answers.dropLast().suffix(audits.count).map(\.rowCount)
    }
    return Set(zip(audits, counts).filter { $0.1 > 0 }.map { $0.0.name })
  }

  @Test("an empty ledger and a healthy one have no findings")
  func healthy() async throws {
    let empty = try await TestDatabase.migrated()
    #expect(try await findings(empty, after: "") == [])
    #expect(try await findings(try await Self.healthy.value, after: "") == [])
  }

  static let other = "0000000c-0000-0000-0000-00000000000d"

  /// The first row as if it were archived, though it is in the journal and nobody was told.
  static let archived = """
    INSERT INTO holdfast.checkpoint VALUES
      (3, '\(HealthyLedger.account)', 0, 1, '2026-01-01Z', 100, 0, 0, 0, 0, 1, 0,
        '\(other)', '', '');
    INSERT INTO holdfast.archived_key VALUES
      (3, '\(HealthyLedger.account)', 0, 1, '00000000-0000-0000-0000-000000000001', NULL, '')
    """

  static let damages = [
    Damage(
      "UPDATE holdfast.consumption_rollup SET lapsed = 1 WHERE seconds = 3600",
      foundBy: "hours_and_days_are_the_sum_of_their_quarters"),
    Damage(
      "UPDATE holdfast.usage_rollup SET start_at = start_at - interval '1 day' WHERE seconds = 900",
      foundBy: "hours_and_days_are_the_sum_of_their_quarters"),
    Damage(
      "UPDATE holdfast.stream SET posted = posted + 1 WHERE stream = 0",
      foundBy: "streams_are_their_last_row", "streams_are_the_sum_of_their_rows"),
    Damage(
      "UPDATE holdfast.stream SET version = 5 WHERE stream = 0",
      foundBy: "streams_are_their_last_row"),
    Damage(
      "UPDATE holdfast.stream SET last_at = last_at - interval '1 microsecond'",
      foundBy: "streams_are_their_last_row"),
    Damage(
      "UPDATE holdfast.stream SET held = held + 1 WHERE stream = 0",
      foundBy: "held_is_what_holds_hold", "streams_are_the_sum_of_their_rows"),
    Damage(
      "UPDATE holdfast.stream SET open_holds = 2 WHERE stream = 0",
      foundBy: "held_is_what_holds_hold"),
    Damage("UPDATE holdfast.hold SET remaining = 29", foundBy: "held_is_what_holds_hold"),
    Damage("DELETE FROM holdfast.hold", foundBy: "held_is_what_holds_hold"),
    Damage(
      "UPDATE holdfast.hold SET version = 2", foundBy: "holds_are_open"),
    Damage(
      "UPDATE holdfast.hold SET version = 1", foundBy: "holds_are_open"),
    Damage(
      "UPDATE holdfast.hold SET version = 9", foundBy: "holds_are_open", "nothing_is_orphaned"),
    Damage(
      "DELETE FROM holdfast.journal WHERE stream = 0 AND version = 2",
      foundBy: "versions_without_gaps", "rows_continue_each_other",
      "streams_are_the_sum_of_their_rows"),
    Damage(
      "DELETE FROM holdfast.journal WHERE stream = 0 AND version = 1",
      foundBy: "versions_without_gaps", "nothing_is_orphaned"),
    Damage(
      "DELETE FROM holdfast.journal WHERE stream = 1",
      foundBy: "streams_are_their_last_row", "nothing_is_orphaned"),
    Damage(
      "UPDATE holdfast.journal SET posted_delta = 99 WHERE stream = 0 AND version = 1",
      foundBy: "rows_continue_each_other", "streams_are_the_sum_of_their_rows"),
    Damage(
      "UPDATE holdfast.journal SET held_after = 11 WHERE stream = 0 AND version = 2",
      foundBy: "rows_continue_each_other"),
    Damage(
      "UPDATE holdfast.journal SET at = '2025-01-01Z' WHERE stream = 0 AND version = 2",
      foundBy: "rows_continue_each_other"),
    Damage(
      """
      DROP INDEX holdfast.journal_identity;
      UPDATE holdfast.journal SET identity = '00000000-0000-0000-0000-000000000001'
      """, foundBy: "identities_once"),
    Damage(
      "UPDATE holdfast.stream SET next_due_at = NULL", foundBy: "nothing_is_due_before_next_due"),
    Damage(
      "UPDATE holdfast.lot SET due_at = '2026-01-04 23:59:59.999999Z'",
      foundBy: "nothing_is_due_before_next_due"),
    Damage(
      "UPDATE holdfast.stream SET streams = 3 WHERE stream = 0",
      foundBy: "streams_are_numbered_without_gaps"),
    Damage(
      "UPDATE holdfast.stream SET stream = 2 WHERE stream = 1",
      foundBy: "streams_are_numbered_without_gaps", "nothing_is_orphaned"),
    Damage("DELETE FROM holdfast.account", foundBy: "nothing_is_orphaned"),
    Damage(
      "UPDATE holdfast.usage_override SET account_id = '\(other)'",
      foundBy: "nothing_is_orphaned"),
    Damage("UPDATE holdfast.lot SET version = 8", foundBy: "nothing_is_orphaned"),
    Damage("UPDATE holdfast.usage_record SET version = 8", foundBy: "nothing_is_orphaned"),
    Damage("UPDATE holdfast.repayment SET stream = 2", foundBy: "nothing_is_orphaned"),
    Damage(
      "INSERT INTO holdfast.account VALUES (4, '\(other)', 'acme', 'ada', now())",
      foundBy: "names_once"),
    Damage(
      "UPDATE holdfast.stream SET kind = 2, name = 'image', held = 0, open_holds = 0",
      foundBy: "names_once"),
    Damage(
      "INSERT INTO holdfast.account VALUES (4, '\(HealthyLedger.account)', 'acme', 'eve', now())",
      foundBy: "slots_agree"),
    // A row that was archived while its reservation was open, was kept in two places, or counts wrong.
    Damage(archived, foundBy: "archived_rows_are_behind_a_checkpoint"),
    Damage(
      "\(archived); UPDATE holdfast.definition_revision SET archived = true;"
        + " DELETE FROM holdfast.journal WHERE stream = 0 AND version = 1;"
        + " UPDATE holdfast.checkpoint SET kept_rows = 1",
      foundBy: "archived_rows_are_behind_a_checkpoint"),
    Damage(
      "\(archived); UPDATE holdfast.archived_key SET version = 4",
      foundBy: "archived_rows_are_behind_a_checkpoint"),
    Damage(
      "\(archived); DELETE FROM holdfast.journal WHERE stream = 0 AND version = 1;"
        + " UPDATE holdfast.checkpoint SET posted = 99",
      foundBy: "streams_are_the_sum_of_their_rows", "rows_continue_each_other"),
    Damage(
      "\(archived); UPDATE holdfast.archived_key"
        + " SET identity = '00000000-0000-0000-0000-000000000004'", foundBy: "identities_once"),
    Damage(
      "\(archived); UPDATE holdfast.archived_key SET version = 3, subject = 4",
      foundBy: "holds_are_open"),
    Damage(
      "\(archived); UPDATE holdfast.checkpoint SET version = 9",
      foundBy: "nothing_is_orphaned"),
    Damage("DELETE FROM holdfast.slot WHERE slot = 7", foundBy: "slots_agree"),
    Damage("INSERT INTO holdfast.slot VALUES (8)", foundBy: "slots_agree"),
    Damage("UPDATE holdfast.account SET slot = 9", foundBy: "slots_agree"),
  ]

  @Test("a damage is found", arguments: damages)
  func damage(_ damage: Damage) async throws {
    let found = try await findings(try await Self.healthy.value, after: damage.script)
    #expect(found.isSuperset(of: damage.audits), "found by \(found.sorted())")
  }

  @Test("every audit has a damage that it finds")
  func completeness() throws {
    let names = Set(AuditQuery.all.map(\.name))
    #expect(Self.damages.reduce(into: Set()) { $0.formUnion($1.audits) } == names)
  }
}
