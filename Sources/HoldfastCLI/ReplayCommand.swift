internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// `holdfast replay`
enum ReplayCommand {
  static let help = """
    usage: holdfast replay FILE… [--store memory] [--quiet]

    Runs scenario files, each a world of its own with its own clock, and checks what they expect.
    Prints a JSON object for each line (its result), then `N passed, N failed`, counting the lines
    that carry `expect`. Failures go to standard error: file, line, path, expected, got.

      --store memory   the store to run them on (the default)
      --quiet          only failures and the closing line

    examples:
      holdfast replay Tests/Scenarios/noon.jsonl
      holdfast replay --quiet Tests/Scenarios/*.jsonl

    exit codes: 0 none failed, 1 some failed, 2 unreadable file or bad usage
    """

  static func run(_ arguments: [String]) async -> ExitCode {
    var arguments = Arguments(arguments)
    if arguments.flag("--help", "-h") {
      Terminal.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      let isQuiet = arguments.flag("--quiet")
      _ = try arguments.choice("--store", of: ["memory"])
      let paths = try arguments.rest()
      guard !paths.isEmpty else { throw Arguments.Misuse(reason: "name a file") }
      return await run(paths, isQuiet: isQuiet)
    } catch {
      Terminal.error("holdfast replay: \(error.reason); see holdfast replay --help")
      return .usage
    }
  }

  private static func run(_ paths: [String], isQuiet: Bool) async -> ExitCode {
    var passed = 0
    var failed = 0
    var isUnreadable = false
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else {
        Terminal.error("\(path): cannot be read")
        isUnreadable = true
        continue
      }
      let file: ReplayFile
      do throws(ReplayFile.Unreadable) {
        file = try ReplayFile(name: path, text: Array(data))
      } catch {
        Terminal.error(error.description)
        isUnreadable = true
        continue
      }
      await ReplayRunner.inMemory.run(file) { line in
        if !isQuiet { Terminal.print(line.result.text) }
        if let failure = line.failure { Terminal.error(failure) }
        switch line.passed {
        case true?: passed += 1
        case false?: failed += 1
        case nil: break
        }
      }
    }
    Terminal.print("\(passed) passed, \(failed) failed")
    if isUnreadable { return .usage }
    return failed == 0 ? .ok : .checkFailed
  }
}
