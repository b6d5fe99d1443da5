package import Holdfast

/// What archiving did, or would do.
package struct ArchiveReport: Hashable, Sendable {
  /// Accounts of which rows were archived, and accounts looked at.
  package internal(set) var accounts = 0
  package internal(set) var accountsSeen = 0
  /// Rows that were written to files.
  package internal(set) var rows: Int64 = 0
  /// Rows that are gone from the journal, those too that were archived by an earlier run and are needed
  /// no more.
  package internal(set) var removed: Int64 = 0
  /// Of how many of them what commands may need is kept.
  package internal(set) var kept: Int64 = 0
  /// The names of the files that were written.
  package internal(set) var files: [String] = []
  package internal(set) var bytes: Int64 = 0
  /// Up to when rows were archived; `nil` when none was.
  package internal(set) var through: Instant?
}
