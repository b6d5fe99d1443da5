import Holdfast
import HoldfastTesting

/// A scenario file that was run, with reads of its figures put in where a table needs them.
struct Scenario {
  /// A line of the file, or a read that was put in, with its result.
  struct Step {
    let line: JSONObject
    let result: JSONObject
    /// Whether the line stands in the file.
    let isWritten: Bool

    var operation: String { line.text("op") ?? "" }
  }

  /// The steps below a comment, up to the next one.
  struct Section {
    /// The comment without its mark.
    let title: String
    var steps: [Step] = []
  }

  private(set) var sections: [Section] = []
  /// What the file expected and did not get.
  private(set) var failures: [String] = []

  /// - Parameters:
  ///   - path: The file within the package.
  ///   - reads: The lines to put in behind a line of the file; the last one before a comment or a
  ///     check is marked.
  init(
    _ path: String, reads: (_ line: JSONObject, _ isLast: Bool) -> [String]
  ) async throws {
    var texts: [(text: String, isWritten: Bool)] = []
    let lines = try Article.lines(of: path)
    for (index, line) in lines.enumerated() {
      texts.append((line, true))
      guard let object = try Scenario.object(line) else { continue }
      let next = try lines[(index + 1)...].first { !$0.isEmpty }.flatMap(Scenario.object)
      let isLast = next == nil || next?.text("op") == "check"
      texts += reads(object, isLast).map { ($0, false) }
    }
    let file = try ReplayFile(
      name: path, text: Array(texts.map(\.text).joined(separator: "\n").utf8))
    var reports: [Int: ReplayRunner.LineReport] = [:]
    await ReplayRunner.inMemory.run(file) { reports[$0.number] = $0 }
    failures = reports.values.compactMap(\.failure)
    for (index, text) in texts.enumerated() {
      if text.text.hasPrefix("#") {
        sections.append(Section(title: String(text.text.dropFirst(2))))
      } else if let line = try Scenario.object(text.text),
        case .object(let result)? = reports[index + 1]?.result, !sections.isEmpty
      {
        sections[sections.count - 1].steps.append(
          Step(line: line, result: result, isWritten: text.isWritten))
      }
    }
  }

  private static func object(_ line: String) throws -> JSONObject? {
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard case .object(let object) = try JSONValue.parse(line.utf8) else { return nil }
    return object
  }
}

extension JSONObject {
  func text(_ name: String) -> String? {
    if case .string(let text)? = self[name] { text } else { nil }
  }

  func number(_ name: String) -> Int64? {
    if case .integer(let number)? = self[name] { number } else { nil }
  }

  func flag(_ name: String) -> Bool {
    if case .bool(let flag)? = self[name] { flag } else { false }
  }

  func objects(_ name: String) -> [JSONObject] {
    guard case .array(let values)? = self[name] else { return [] }
    return values.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }
}
