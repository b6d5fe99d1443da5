package import Holdfast

/// Why archiving stopped, or an archive cannot be read. What was archived by then stays so, each part
/// whole; the same again goes on from there.
package enum ArchiveError: Error, Hashable, Sendable {
  /// The database could not be reached, or refused a statement.
  case store(PostgresError)
  /// A stored row cannot be read.
  case corrupt(CorruptRow)
  /// The schema is not one that this release works on.
  case schemaMismatch(LedgerError)
  /// The store could not be asked.
  case refused(LedgerError)
  /// The instant before which rows are to be archived lies ahead of the database's clock.
  case ahead
  /// An account was written to each time it was tried.
  case busy
  /// A file or folder cannot be worked on; the name, and why.
  case file(String, reason: String)
  /// A line of a file is not what was written.
  case damaged(String, line: Int)
  /// A file ends before what was committed of it.
  case short(String)
}

extension ArchiveError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .store(let error): error.toldToAnOwner
    case .corrupt(let row): "a stored row cannot be read: \(row)"
    case .schemaMismatch(let error): error.message
    case .refused(let error): error.message
    case .ahead: "the instant before which rows are archived must not lie ahead"
    case .busy: "an account is locked by others all the time; try again"
    case .file(let name, let reason): "\(name): \(reason)"
    case .damaged(let name, let line): "\(name), line \(line): not what was written"
    case .short(let name): "\(name): shorter than what was committed of it"
    }
  }
}
