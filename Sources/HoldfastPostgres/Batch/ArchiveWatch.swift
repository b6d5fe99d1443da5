internal import Synchronization

/// Remembers whether rows of the ledger were ever archived: then what a command names may be in two
/// places, and both are asked at once.
///
/// Every transaction learns it from the row that it reads the clock with, behind its locks. Whoever
/// archives says so before any row goes, so that a transaction which finds the mark unset finds every
/// row in the journal.
final class ArchiveWatch: Sendable {
  private let isSet = Atomic<Bool>(false)

  var isUsed: Bool { isSet.load(ordering: .relaxed) }

  func note(_ isArchived: Bool) {
    if isArchived, !isUsed { isSet.store(true, ordering: .relaxed) }
  }
}
