/// Why a history cannot be read or written.
package struct HistoryError: Error, Hashable, Sendable, CustomStringConvertible {
  package let file: String
  /// Counted from 1; 0 for the file as a whole.
  package let line: Int
  /// What is wrong, as a sentence without its subject: `is no history: …`.
  package let reason: String

  package init(file: String, line: Int = 0, reason: String) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  package var description: String {
    line > 0 ? "\(file):\(line): \(reason)" : "\(file): \(reason)"
  }
}
