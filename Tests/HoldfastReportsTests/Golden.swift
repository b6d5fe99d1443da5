import Foundation
import Testing

/// Files that say what is to be made. `scripts/doc-tables` writes them anew.
enum Golden {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Reports")
  private static let isToBeWritten =
    ProcessInfo.processInfo.environment["HOLDFAST_WRITE_DOC_TABLES"] == "1"

  /// The text is that of the file, byte for byte.
  static func check(_ text: String, _ name: String) throws {
    let file = folder.appending(path: name)
    if isToBeWritten {
      try Data(text.utf8).write(to: file)
      return
    }
    let expected = try Data(contentsOf: file)
    guard expected != Data(text.utf8) else { return }
    let lines = String(decoding: expected, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let others = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(lines, others).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let place = index ?? min(lines.count, others.count)
    Issue.record(
      """
      \(name) differs in line \(place + 1):
      \(lines.indices.contains(place) ? lines[place] : "(no more)")
      \(others.indices.contains(place) ? others[place] : "(no more)")
      """)
  }
}
