import Foundation
import Testing

@testable import HoldfastCLI

@Suite struct HistoryCheckCommandTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ lines: [String], to name: String = "race.jsonl") throws -> String {
    let path = folder.appending(path: name).path(percentEncoded: false)
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: path, atomically: false, encoding: .utf8)
    return path
  }

  private func run(_ arguments: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await CheckCommand.run(arguments, output: written.output)
    return (code, written.lines)
  }

  private static func header(_ target: String, run: String = "r1", opening: Int = 100) -> String {
    """
    {"holdfastHistory":1,"run":"\(run)","tenant":"stress-r1","shape":"exhaustion","seed":7,\
    "store":"my SQL","target":"\(target)","started":0,"origin":0,"accounts":1,\
    "units":["credits"],"items":[],"opening":[\(opening)],"overdraft":[0]}
    """
  }

  /// Two reserves of 75 on 100 that are both granted.
  private static let oversold = [
    header("adapter"), #"["i",1000,0,1,"reserve",0,1,75]"#, #"["i",1100,1,1,"reserve",0,1,75]"#,
    #"["r",1900,0,1,"ok",0,75]"#, #"["r",2000,1,1,"ok",0,75]"#, #"["b",9000,0,0,100,150]"#,
  ]

  @Test func `an oversold balance is shown over time and ends with 1`() async throws {
    let path = try write(HistoryCheckCommandTests.oversold)
    let (code, lines) = await run(["--history", path])
    #expect(code == .checkFailed)
    #expect(lines.first == "run r1: exhaustion on my SQL, seed 7")
    #expect(lines.contains("1 violations"))
    #expect(
      lines.suffix(6) == [
        "I2, as few calls as show it:",
        "         ms  client 0            client 1",
        "      0.000  ┌ reserve 75 (0-1)",
        "      0.100  │                   ┌ reserve 75 (1-1)",
        "      0.900  └ done 75           │",
        "      1.000                      └ done 75",
      ])
  }

  @Test func `evidence is a history that is convicted of the same`() async throws {
    let path = try write(HistoryCheckCommandTests.oversold)
    let evidence = folder.appending(path: "evidence.jsonl").path(percentEncoded: false)
    #expect(await run(["--history", path, "--evidence", evidence]).code == .checkFailed)
    let (code, lines) = await run(["--history=\(evidence)"])
    #expect(code == .checkFailed)
    #expect(lines.contains { $0.hasPrefix("  I2: ") })
  }

  @Test func `a sound history ends with 0, also as JSON`() async throws {
    var lines = HistoryCheckCommandTests.oversold
    lines[0] = HistoryCheckCommandTests.header("adapter", opening: 150)
    lines[5] = #"["b",9000,0,0,150,150]"#
    let path = try write(lines)
    #expect(await run(["--history", path]).code == .ok)
    let (code, json) = await run(["--json", "--history", path])
    #expect(code == .ok)
    #expect(json.first?.hasPrefix(#"{"sound":true,"run":"r1""#) == true)
  }

  @Test func `a last line that was cut off is told and left out`() async throws {
    var lines = HistoryCheckCommandTests.oversold
    lines[0] = HistoryCheckCommandTests.header("adapter", opening: 150)
    let path = try write(lines)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: file.seekToEnd() - 3)
    try file.close()
    let (code, told) = await run(["--history", path])
    #expect(code == .ok)
    #expect(told.contains { $0.hasSuffix("the last line was cut off, and is left out") })
  }

  @Test func `what cannot be checked ends with 2 and says why`() async throws {
    let own = HistoryCheckCommandTests.header("adapter")
    let holdfast = HistoryCheckCommandTests.header("holdfast")
    let granted = [#"["i",1,0,1,"reserve",0,1,7]"#, #"["r",2,0,1,"ok",3,7]"#]
    let cases: [(lines: [String], options: [String], reason: String)] = [
      (["{\"op\":\"credit\"}"], [], ":1: it is no history: the first line is not its header"),
      ([own, "[\"i\",1]"], [], ":2: , is missing in column 7"),
      ([own, granted[1]], [], "a file is missing or foreign"),
      ([own], ["--store", "postgres://h/d"], "is of an adapter, and is checked without --store"),
      ([holdfast] + granted, [], "name it with --store postgres://…"),
      ([own], ["--quiet"], "there is no option --quiet; see holdfast check --help"),
      ([own], ["--evidence"], "--evidence needs a value; see holdfast check --help"),
    ]
    for (lines, options, reason) in cases {
      let path = try write(lines)
      let (code, told) = await run(["--history", path] + options)
      #expect(code == .usage, "\(reason)")
      #expect(told.count == 1)
      #expect(told.first?.hasSuffix(reason) == true, "\(told)")
    }
    #expect(await run(["--history"]).lines.first?.contains("--history needs a file") == true)
    let missing = await run(["--history", "/nowhere/race.jsonl"])
    #expect(missing.code == .usage)
    #expect(missing.lines.first?.contains("cannot be opened") == true)
  }

  @Test func `files of two runs end with 2`() async throws {
    let first = try write([HistoryCheckCommandTests.header("adapter")])
    let second = try write([HistoryCheckCommandTests.header("adapter", run: "r2")], to: "b.jsonl")
    let (code, lines) = await run(["--history", first, second])
    #expect(code == .usage)
    #expect(lines.first?.contains("it is not of the run of") == true)
  }
}
