import Foundation
import Testing

@testable import Holdfast
@testable import HoldfastCLI
@testable import HoldfastTesting

@Suite struct CheckCommandTests {
  private func run(_ options: [String]) async -> (code: ExitCode, lines: [String]) {
    let written = Transcript.Written()
    let path = Package.root.appending(path: "Tests/Scenarios/demo.jsonl")
    let code = await CheckCommand.run(
      options + ["--scenario", path.path(percentEncoded: false)], output: written.output)
    return (code, written.lines)
  }

  @Test(arguments: [
    [], ["--all", "--tenant", "default"], ["--tenant"], ["--all=yes"], ["--all", "--quiet"],
  ])
  func `bad usage ends with 2 and says why`(options: [String]) async {
    let (code, lines) = await run(options)
    #expect(code == .usage)
    #expect(lines.first?.hasPrefix("! holdfast check: ") == true)
  }

  @Test func `a sound tenant ends with 0`() async {
    let (code, lines) = await run(["--tenant", "default"])
    #expect(code == .ok)
    #expect(lines == ["default: 1 accounts, 7 rows, 0 violations"])
    let all = await run(["--all"])
    #expect(all.code == .ok)
    #expect(all.lines == lines)
  }

  @Test func `help ends with 0`() async {
    let (code, lines) = await run(["--help"])
    #expect(code == .ok)
    #expect(lines.contains { $0.contains("examples:") })
    #expect(lines.allSatisfy { $0.count <= Columns.width })
  }

  @Test(arguments: [false, true])
  func `a violation is printed and ends with 1`(isJSON: Bool) async throws {
    let written = Transcript.Written()
    let report = try await brokenReport()
    let code = CheckCommand.finish([("acme/production", report)], isJSON: isJSON, written.output)
    #expect(code == .checkFailed)
    #expect(written.lines.contains { $0.contains("I1") })
    if isJSON {
      #expect(written.lines.first?.contains("\"sound\":false") == true)
    } else {
      #expect(written.lines.count > 1)
    }
  }

  /// Of a ledger in which one figure was changed by hand.
  private func brokenReport() async throws -> CheckReport {
    let store = InMemoryStore(clock: SimulatedClock().storeClock)
    _ = try await store.submit(
      Command(
        tenant: "acme/production", account: "ada", key: "topup-1",
        action: .credit(Credit(unit: "credits", amount: 500))))
    var contents = try await LedgerContents(of: "acme/production", in: store)
    contents.accounts[0].balances[0].figures.posted += 1
    return try await LedgerChecker().check(contentsOf: contents, tenant: "acme/production")
  }
}
