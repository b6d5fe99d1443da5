internal import Holdfast
internal import HoldfastPostgres
internal import HoldfastReports

/// How a migration that was made, or planned, is shown.
struct PrintedMigration {
  let report: MigrationReport
  let isDryRun: Bool

  /// A line for the whole and one for each step; of a plan also the statements, as SQL comments and
  /// SQL.
  var text: String {
    let mark = isDryRun ? "-- " : ""
    var lines = [mark + headline]
    for migration in report.migrations {
      let done = isDryRun ? "would apply" : "applied"
      lines.append("\(mark)  \(done) \(migration.number) \(migration.name)")
    }
    for grant in report.grants {
      let done = isDryRun ? "would grant" : "granted"
      lines.append("\(mark)  \(done) \(grant.purpose.rawValue) to \(grant.role.string.printable)")
    }
    if isDryRun { lines += report.statements.map { "\n\($0)" } }
    return lines.joined(separator: "\n")
  }

  private var headline: String {
    let schema = "schema \(report.schema.string.printable): "
    let slots = "\(report.slots) slots"
    guard report.before != report.after else {
      return schema + "version \(report.after), \(slots), nothing to migrate"
    }
    return schema + "version \(report.before) to \(report.after), \(slots)"
  }

  var json: JSONValue {
    [
      "schema": .string(report.schema.string),
      "dryRun": .bool(isDryRun),
      "before": .integer(Int64(report.before)),
      "after": .integer(Int64(report.after)),
      "slots": .integer(Int64(report.slots)),
      "migrations": .array(
        report.migrations.map {
          [
            "number": .integer(Int64($0.number)), "name": .string($0.name),
            "checksum": .string($0.checksum),
          ]
        }),
      "grants": .array(
        report.grants.map {
          ["purpose": .string($0.purpose.rawValue), "role": .string($0.role.string)]
        }),
      "statements": .array(isDryRun ? report.statements.map { .string($0) } : []),
    ]
  }
}
