import Testing

@testable import HoldfastCLI

@Suite struct ArgumentsTests {
  private func parse(
    _ words: [String], takesWords: Bool = false
  ) throws(Arguments.Misuse) -> Arguments {
    try Arguments(
      words, options: ["--store", "--seed", "--every", "-o"], flags: ["--json", "--all"],
      takesWords: takesWords)
  }

  private func refusal(_ words: [String]) -> String? {
    do throws(Arguments.Misuse) {
      let arguments = try parse(words)
      _ = try arguments.integer("--seed", in: 0...9)
      _ = try arguments.duration("--every", in: .seconds(1) ... .seconds(60))
      _ = try arguments.need("--store")
      return nil
    } catch {
      return error.reason
    }
  }

  @Test func `a value stands behind its option or in it, and flags stand anywhere`() throws {
    let arguments = try parse(
      ["one", "--store", "a=b", "--json", "--seed=7", "--json", "-o", "-", "two", "-"],
      takesWords: true)
    #expect(arguments["--store"] == "a=b")
    #expect(try arguments.integer("--seed", in: 0...9) == 7)
    #expect(arguments["-o"] == "-")
    #expect(arguments["--every"] == nil)
    #expect(arguments.has("--json"))
    #expect(!arguments.has("--all"))
    #expect(arguments.words == ["one", "two", "-"])
  }

  @Test func `a value that begins as an option does stands behind an equals sign`() throws {
    #expect(try parse(["--store=--json"])["--store"] == "--json")
    #expect(refusal(["--store", "--json"]) == "--store needs a value")
  }

  @Test func `behind two dashes everything is a word`() throws {
    let arguments = try parse(["a", "--", "--json", "--help", "--"], takesWords: true)
    #expect(arguments.words == ["a", "--json", "--help", "--"])
    #expect(!arguments.has("--json"))
    #expect(Arguments.askForHelp(["a", "-h"]))
    #expect(!Arguments.askForHelp(["a", "--", "-h"]))
  }

  @Test(arguments: [
    (["--sed", "7"], "there is no option --sed"),
    (["--sed=7"], "there is no option --sed"),
    (["-x"], "there is no option -x"),
    (["--json=1"], "there is no option --json"),
    (["--store"], "--store needs a value"),
    (["--store="], "--store needs a value"),
    (["--store", ""], "--store needs a value"),
    (["--store", "a", "--store=b"], "--store is given twice"),
    (["--store", "a", "b"], "b is one argument too many"),
    (["--store", "a", "--seed", "10"], "--seed takes an integer from 0 to 9"),
    (
      ["--store", "a", "--every", "5"],
      "--every takes a time such as 500ms, 5s or 2m, from 1.0 seconds to 60.0 seconds"
    ),
    ([], "--store is needed"),
  ])
  func `what is wrong is said in a sentence`(words: [String], reason: String) {
    #expect(refusal(words) == reason)
  }

  @Test(arguments: ["migrate", "check", "erase", "archive", "rebuild-statistics", "explain"])
  func `a mistyped option is named, rather than the one that is missing then`(
    name: String
  ) async {
    let commands: [String: @Sendable ([String], CommandOutput) async -> ExitCode] = [
      "migrate": { await MigrateCommand.run($0, output: $1) },
      "check": { await CheckCommand.run($0, output: $1) },
      "erase": { await EraseCommand.run($0, output: $1) },
      "archive": { await ArchiveCommand.run($0, output: $1) },
      "rebuild-statistics": { await RebuildStatisticsCommand.run($0, output: $1) },
      "explain": { await ExplainCommand.run($0, output: $1) },
    ]
    let written = Transcript.Written()
    #expect(await commands[name]?(["--stor", "postgres://x"], written.output) == .usage)
    #expect(
      written.lines == [
        "! holdfast \(name): there is no option --stor; see holdfast \(name) --help"
      ])
  }
}
