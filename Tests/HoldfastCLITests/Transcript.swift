import Foundation
import Synchronization

@testable import HoldfastCLI

/// A command line as it stands in the documentation, with what it prints.
///
/// The first line is `$ holdfast …`; a backslash at its end joins the next one.
struct Transcript {
  let arguments: [String]
  let head: [String]
  let output: [String]

  init?(_ lines: [String]) {
    guard lines.first?.hasPrefix("$ holdfast ") == true else { return nil }
    let end = (lines.firstIndex { !$0.hasSuffix("\\") } ?? 0) + 1
    head = Array(lines[..<end])
    output = Array(lines[end...])
    let line = head.map { $0.hasSuffix("\\") ? String($0.dropLast()) : $0 }.joined(separator: " ")
    // Quoted as for a shell, without spaces within the quotes.
    arguments = line.split(separator: " ").dropFirst(2).map {
      $0.filter { $0 != "'" }
    }
  }

  /// What running it prints on standard output, its errors behind `! `, and its status unless 0.
  func run() async -> [String] {
    let written = Written()
    let arguments = arguments.map {
      $0.hasPrefix("Tests/") ? Package.root.appending(path: $0).path(percentEncoded: false) : $0
    }
    let status: ExitCode
    switch arguments.first {
    case "explain":
      status = await ExplainCommand.run(Array(arguments.dropFirst()), output: written.output)
    case "report":
      status = await ReportCommand.run(Array(arguments.dropFirst()), output: written.output)
    case "check":
      status = await CheckCommand.run(Array(arguments.dropFirst()), output: written.output)
    default: return ["there is no such command"]
    }
    var lines = written.lines.map {
      $0.replacing(Package.root.path(percentEncoded: false), with: "")
    }
    if status != .ok { lines.append("status \(status.rawValue)") }
    return lines
  }

  /// The lines that a command wrote.
  final class Written: Sendable {
    private let texts = Mutex<[String]>([])

    var lines: [String] {
      texts.withLock { $0 }.flatMap {
        $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }

    var output: CommandOutput {
      CommandOutput(
        print: { text in self.texts.withLock { $0.append(text) } },
        error: { text in self.texts.withLock { $0.append("! " + text) } })
    }
  }
}

/// The files of this package.
enum Package {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func lines(_ path: String) throws -> [String] {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The files below a folder that end so, in order, as paths of the package.
  static func files(_ folder: String, _ ending: String) -> [String] {
    let found = FileManager.default.enumerator(
      atPath: root.appending(path: folder).path(percentEncoded: false))
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.sorted()
      .map { "\(folder)/\($0)" }
  }
}
