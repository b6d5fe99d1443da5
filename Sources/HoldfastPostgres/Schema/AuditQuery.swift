/// A question whose answer is empty as long as one rule holds over the tables.
package struct AuditQuery: Hashable, Sendable {
  /// The rule, as the name of its file in `SQL/audit`.
  package let name: String
  package let script: SQLScript

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    script = SQLScript(embedded: bytes)
  }

  /// All of them, by name.
  package static let all = [
    AuditQuery(
      "archived_rows_are_behind_a_checkpoint",
      PackageResources.archived_rows_are_behind_a_checkpoint_sql),
    AuditQuery("held_is_what_holds_hold", PackageResources.held_is_what_holds_hold_sql),
    AuditQuery("holds_are_open", PackageResources.holds_are_open_sql),
    AuditQuery(
      "hours_and_days_are_the_sum_of_their_quarters",
      PackageResources.hours_and_days_are_the_sum_of_their_quarters_sql),
    AuditQuery("identities_once", PackageResources.identities_once_sql),
    AuditQuery("names_once", PackageResources.names_once_sql),
    AuditQuery(
      "nothing_is_due_before_next_due", PackageResources.nothing_is_due_before_next_due_sql),
    AuditQuery("nothing_is_orphaned", PackageResources.nothing_is_orphaned_sql),
    AuditQuery("rows_continue_each_other", PackageResources.rows_continue_each_other_sql),
    AuditQuery("slots_agree", PackageResources.slots_agree_sql),
    AuditQuery(
      "streams_are_numbered_without_gaps", PackageResources.streams_are_numbered_without_gaps_sql),
    AuditQuery(
      "streams_are_the_sum_of_their_rows", PackageResources.streams_are_the_sum_of_their_rows_sql),
    AuditQuery("streams_are_their_last_row", PackageResources.streams_are_their_last_row_sql),
    AuditQuery("versions_without_gaps", PackageResources.versions_without_gaps_sql),
  ]
}
