import Foundation
import HoldfastTesting
import Testing

@testable import Holdfast
@testable import HoldfastCLI

@Suite(.serialized) struct StressCommandTests {
  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let code = await StressCommand.run(options, output: written.output)
    return (code, written.lines)
  }

  private func temporaryPath() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(
      "holdfast-stress-test-\(UUID().uuidString).jsonl"
    ).path
  }

  @Test(arguments: [
    ["--shape", "square"], ["--clients", "0"], ["--store", "disk"], ["--schema", "x"],
    ["--faults", "meteor"], ["--faults", "kill"], ["--processes", "2"], ["--shape", "ramp"],
    ["--store", "postgres://x", "--faults", "kill"],
    ["--store", "postgres://x", "--faults", "terminate"],
    ["--adapter", "mine.sql"], ["--store", "throwaway", "--adapter", "a", "--shape", "mixed"],
    ["--store", "postgres://x", "--schema", "pg_catalog"], ["--nonsense"], ["more"],
  ])
  func `what cannot be raced ends with 2 and says why`(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("! holdfast stress: ") == true)
    #expect(lines.first?.hasSuffix("; see holdfast stress --help") == true)
  }

  @Test func `a server that cannot be reached ends with 4, and its password is not shown`() async {
    let (code, lines) = await run([
      "--store", "host=127.0.0.1 port=1 password=hunter2 connect_timeout=2",
    ])
    #expect(code == .storeUnreachable)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("hunter2") == false)
  }

  @Test func `help names every shape and fault, and fits a terminal`() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    for shape in RaceShape.allCases {
      #expect(lines.contains { $0.contains(" \(shape.rawValue) ") })
    }
    for fault in RaceFault.allCases {
      #expect(lines.contains { $0.contains(" \(fault.rawValue) ") })
    }
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test func `a history that is there already is not written over`() async throws {
    let path = temporaryPath()
    try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (code, lines) = await run(["--history", path, "--commands", "10"])
    #expect(code == .usage)
    #expect(lines == ["! holdfast stress: \(path): is there already"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
  }

  @Test(arguments: RaceShape.allCases)
  func `every shape races on memory, is judged sound, and makes the calls it says`(
    shape: RaceShape
  ) async throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = [
      "--shape", shape.rawValue, "--commands", "1500", "--history", path, "--json", "--seed", "7",
    ]
    if [.ramp, .spike].contains(shape) { options += ["--rate", "5000", "--seconds", "2"] }
    let (code, lines) = await run(options)
    #expect(code == .ok, "\(lines)")
    let report = try StressJSON(lines)
    #expect(report["check"]?["sound"] == .bool(true))
    let total = report["calls"]?["total"]?.integer ?? 0
    #expect(total >= 1500 || [.ramp, .spike].contains(shape))
    #expect(report["calls"]?["unknown"] == .integer(0))
    let words = Set(shape.words.map(\.rawValue))
    #expect(report["words"]?.names.isSubset(of: words) == true)
    let history = try RaceHistory(paths: [path])
    #expect(history.header.shape == shape.rawValue)
    let figures = try RaceFiguresReader.figures(of: history)
    #expect(figures.calls == total)
    #expect(figures.bytesPerCall <= 100)
  }

  @Test func `of twenty reserves of 75 on 500 exactly six are granted`() async throws {
    let path = temporaryPath()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (code, _) = await run([
      "--shape", "exhaustion", "--clients", "20", "--commands", "1900", "--history", path,
    ])
    #expect(code == .ok)
    var accounts = [Int32: Exhaustion]()
    var calls: [RaceCall.ID: RaceCall] = [:]
    let history = try RaceHistory(paths: [path])
    while let event = try history.next() {
      switch event.content {
      case .invoked(let call):
        calls[call.id] = call
        if call.word == .release {
          accounts[call.account, default: Exhaustion()].open -= 1
          accounts[call.account]?.wasReleased = true
        } else {
          accounts[call.account, default: Exhaustion()].asked += 1
        }
      case .returned(let id, .applied):
        guard let call = calls[id], call.word == .reserve else { continue }
        var account = accounts[call.account, default: Exhaustion()]
        account.open += 1
        account.most = max(account.most, account.open)
        #expect(account.open <= 6)
        accounts[call.account] = account
      default: break
      }
    }
    let untouched = accounts.values.filter { !$0.wasReleased && $0.asked >= 7 }
    #expect(untouched.allSatisfy { $0.open == 6 })
    // A client far ahead of the others may have given back on every account by then.
    #expect(accounts.values.contains { $0.most == 6 })
  }

  private struct Exhaustion {
    var asked = 0
    var open = 0
    var most = 0
    var wasReleased = false
  }
}

/// The report as it is printed for programs.
struct StressJSON {
  let value: JSONValue

  init(_ lines: [String]) throws {
    let text = lines.filter { !$0.hasPrefix("! ") }.joined(separator: "\n")
    value = try JSONValue.parse(text.utf8)
  }

  subscript(name: String) -> JSONValue? { value[name] }
}

extension JSONValue {
  subscript(name: String) -> JSONValue? {
    if case .object(let object) = self { object[name] } else { nil }
  }

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  var names: Set<String> {
    if case .object(let object) = self { Set(object.map(\.name)) } else { [] }
  }
}
