internal import Foundation

/// A page of the documentation, with the tables in it that are made from scenarios.
struct Article {
  private let url: URL
  private let lines: [String]

  init(_ name: String) throws {
    url = Article.url("Sources/Holdfast/Holdfast.docc/\(name)")
    lines = try Article.lines(of: url)
  }

  /// The lines of a file of this package.
  static func lines(of path: String) throws -> [String] {
    try lines(of: url(path))
  }

  private static func lines(of url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func url(_ path: String) -> URL {
    URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: path)
  }

  /// The lines between the marker and the next `<!-- end -->`; `nil` when the page has no such part.
  func part(_ marker: String) -> [String]? {
    range(marker).map { Array(lines[$0]) }
  }

  /// Writes the page with other lines in that part.
  func replace(_ marker: String, with part: [String]) throws {
    guard let range = range(marker) else { return }
    var lines = lines
    lines.replaceSubrange(range, with: part)
    try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
  }

  private func range(_ marker: String) -> Range<Int>? {
    guard let start = lines.firstIndex(of: "<!-- \(marker) -->"),
      let end = lines[start...].firstIndex(of: "<!-- end -->")
    else { return nil }
    return (start + 1)..<end
  }

  /// Whether the tables are to be written and not compared: `scripts/doc-tables`.
  static var isToBeWritten: Bool {
    ProcessInfo.processInfo.environment["HOLDFAST_WRITE_DOC_TABLES"] == "1"
  }
}
