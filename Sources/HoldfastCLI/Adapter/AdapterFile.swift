internal import Foundation
internal import HoldfastTesting

/// A user's own SQL for the words of a race.
///
/// Lines that begin with `-- name: WORD` begin a section; what stands before the first is a comment.
struct AdapterFile: Sendable {
  /// What is wrong with one, as a sentence.
  struct Unreadable: Error {
    let reason: String
  }

  let text: String
  /// The whole text of a section, run once.
  private(set) var scripts: [Script: String] = [:]
  private(set) var calls: [RaceWord: [AdapterStatement]] = [:]

  enum Script: String, CaseIterable, Sendable {
    case setup
    case teardown
  }

  /// The words that an adapter can have statements for.
  static let words: [RaceWord] = [
    .credit, .reserve, .increase, .settle, .release, .debit, .balance,
  ]

  init(path: String) throws(Unreadable) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw Unreadable(reason: "\(path): cannot be read")
    }
    do throws(Unreadable) {
      try self.init(text: String(decoding: data, as: UTF8.self))
    } catch {
      throw Unreadable(reason: "\(path): \(error.reason)")
    }
  }

  init(text: String) throws(Unreadable) {
    self.text = text
    var name: String?
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let next = AdapterFile.name(in: line) else {
        lines.append(line)
        continue
      }
      try take(name, lines.joined(separator: "\n"))
      (name, lines) = (next, [])
    }
    try take(name, lines.joined(separator: "\n"))
    guard !calls.isEmpty else {
      throw Unreadable(reason: "it has no section `-- name: reserve`, so it is no adapter")
    }
  }

  private static func name(in line: Substring) -> String? {
    let prefix = "-- name:"
    guard line.hasPrefix(prefix) else { return nil }
    return line.dropFirst(prefix.count).trimmingCharacters(in: .whitespaces)
  }

  private mutating func take(_ name: String?, _ text: String) throws(Unreadable) {
    guard let name else { return }
    if let script = Script(rawValue: name) {
      guard scripts.updateValue(text, forKey: script) == nil else {
        throw Unreadable(reason: "the section `\(name)` is there twice")
      }
      return
    }
    guard let word = RaceWord(rawValue: name), AdapterFile.words.contains(word) else {
      let known = Script.allCases.map(\.rawValue) + AdapterFile.words.map(\.rawValue)
      throw Unreadable(
        reason: "there is no section `\(name)`; there are \(known.joined(separator: ", "))")
    }
    let statements = AdapterStatement.statements(text)
    guard !statements.isEmpty else {
      throw Unreadable(reason: "the section `\(name)` has no statement")
    }
    guard calls.updateValue(statements, forKey: word) == nil else {
      throw Unreadable(reason: "the section `\(name)` is there twice")
    }
  }

  /// The words of a shape that it has no statements for; `credit` and `balance` are always needed.
  func missing(for shape: RaceShape) -> [RaceWord] {
    shape.words.union([.credit, .balance]).filter { calls[$0] == nil }
      .sorted { $0.rawValue < $1.rawValue }
  }
}
