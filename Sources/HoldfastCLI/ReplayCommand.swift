internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// `holdfast replay`
enum ReplayCommand {
  static let help = """
    usage: holdfast replay FILE… [--store WHERE] [--schema NAME] [--quiet]

    Runs scenario files, each a world of its own with its own clock, and checks what they expect.
    Prints a JSON object for each line (its result), then `N passed, N failed`, counting the lines
    that carry `expect`. Failures go to standard error: file, line, path, expected, got.

    \(StorePlace.help)
      --quiet          only failures and the closing line

    In a database each file gets tenants that nobody else has, `replay-…/N/` and the file's own name:
    nothing that is there is touched. They stay.

    examples:
      holdfast replay Tests/Scenarios/noon.jsonl
      holdfast replay --quiet --store postgres://localhost/test Tests/Scenarios/*.jsonl

    exit codes: 0 none failed, 1 some failed, 2 unreadable file or bad usage, 4 store unreachable
    """

  static func run(
    _ arguments: [String], output: CommandOutput = .terminal
  ) async -> ExitCode {
    if Arguments.askForHelp(arguments) {
      output.print(help)
      return .ok
    }
    do throws(Arguments.Misuse) {
      let options = try Arguments(
        arguments, options: ["--store", "--schema"], flags: ["--quiet"], takesWords: true)
      let place = try options.storePlace()
      guard !options.words.isEmpty else { throw Arguments.Misuse(reason: "name a file") }
      return await run(options.words, in: place, isQuiet: options.has("--quiet"), output)
    } catch {
      output.error("holdfast replay: \(error.reason); see holdfast replay --help")
      return .usage
    }
  }

  private static func run(
    _ paths: [String], in place: StorePlace, isQuiet: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    guard case .postgres = place else {
      return await run(paths, .inMemory, isQuiet: isQuiet, output)
    }
    let worlds = WorldsInOneStore(for: "replay")
    do throws(OpenedStore.Failure) {
      let opened = try await OpenedStore.open(place, clock: worlds.storeClock)
      let runner = ReplayRunner { worlds.next(in: opened.store, at: $0) }
      let code = await run(paths, runner, isQuiet: isQuiet, output)
      await opened.close()
      return code
    } catch {
      output.error("holdfast replay: \(error.reason)")
      return error.code
    }
  }

  private static func run(
    _ paths: [String], _ runner: ReplayRunner, isQuiet: Bool, _ output: CommandOutput
  ) async -> ExitCode {
    var passed = 0
    var failed = 0
    var isUnreadable = false
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else {
        output.error("\(path): cannot be read")
        isUnreadable = true
        continue
      }
      let file: ReplayFile
      do throws(ReplayFile.Unreadable) {
        file = try ReplayFile(name: path, text: Array(data))
      } catch {
        output.error(error.description)
        isUnreadable = true
        continue
      }
      await runner.run(file) { line in
        if !isQuiet { output.print(line.result.text) }
        if let failure = line.failure { output.error(failure) }
        switch line.passed {
        case true?: passed += 1
        case false?: failed += 1
        case nil: break
        }
      }
    }
    output.print("\(passed) passed, \(failed) failed")
    if isUnreadable { return .usage }
    return failed == 0 ? .ok : .checkFailed
  }
}
