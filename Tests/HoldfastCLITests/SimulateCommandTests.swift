import Testing

@testable import HoldfastCLI

@Suite("holdfast simulate")
struct SimulateCommandTests {
  @Test("a schedule without a fault ends well and says what was done")
  func sound() async {
    let (code, lines) = await run("--seed", "1", "--schedules", "2")
    #expect(code == .ok)
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("2 schedules from seed 1, ") == true)
  }

  @Test("what is found is printed with the command that shows it again")
  func convicted() async {
    let (code, lines) = await run(
      "--seed", "1", "--schedules", "20", "--mistake", "forgetsKeys")
    #expect(code == .checkFailed)
    #expect(
      lines.contains { $0.hasPrefix("  again: holdfast simulate --mistake forgetsKeys --seed ") })
  }

  @Test("a trace tells every statement")
  func traced() async {
    let (_, lines) = await run("--seed", "1", "--trace")
    #expect(lines.contains { $0.hasSuffix("lock_streams") })
  }

  @Test("an unknown mistake is bad usage")
  func misuse() async {
    let (code, lines) = await run("--mistake", "none-such")
    #expect(code == .usage)
    #expect(
      lines == [
        "! holdfast simulate: there is no mistake none-such; see holdfast simulate --help"
      ])
  }

  private func run(_ arguments: String...) async -> (ExitCode, [String]) {
    let written = Transcript.Written()
    let code = await SimulateCommand.run(arguments, output: written.output)
    return (code, written.lines)
  }
}
