internal import Holdfast

/// One step from a version of the schema to the next. What was released is never changed.
package struct Migration: Hashable, Sendable {
  /// 1, 2, 3, …: the version of the schema after it.
  package let number: Int32
  package let name: String
  package let script: SQLScript

  package init(number: Int32, name: String, script: SQLScript) {
    self.number = number
    self.name = name
    self.script = script
  }

  /// 32 hexadecimal digits of a hash of the text, by which a changed file is noticed.
  package var checksum: String {
    let digest = Digest(
      of: Array(script.text.utf8),
      key: HashKey(first: 0x6d69_6772_6174_696f, second: 0x6e5f_6368_6563_6b73))
    return digest.hexadecimal
  }

  /// All of them, in order; the last leads to `SchemaVersion.present`.
  package static let all = [
    Migration(
      number: 1, name: "ledger",
      script: SQLScript(embedded: PackageResources._001_ledger_sql)),
    Migration(
      number: 2, name: "archive",
      script: SQLScript(embedded: PackageResources._002_archive_sql)),
    Migration(
      number: 3, name: "statistics",
      script: SQLScript(embedded: PackageResources._003_statistics_sql)),
    Migration(
      number: 4, name: "feed",
      script: SQLScript(embedded: PackageResources._004_feed_sql)),
    Migration(
      number: 5, name: "repayments",
      script: SQLScript(embedded: PackageResources._005_repayments_sql)),
  ]
}
