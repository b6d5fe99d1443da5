internal import Holdfast
internal import Synchronization

extension FuzzTarget {
  /// More would only make an input slow.
  private static let maximumLines = 64
  private static let maximumRacers: Int64 = 32

  /// Runs what can be run of a replay file, and audits the store it leaves.
  static func checkReplay(_ input: [UInt8]) async throws(FuzzFinding) {
    let kept = keptLines(of: input)
    let file = try readable(Array(kept.joined(separator: [0x0A])))
    try FuzzFinding.unless(file.lines.count == kept.count, "a line was lost")
    if let whole = try? ReplayFile(name: "whole", text: input), whole.lines.count <= maximumLines,
      !whole.lines.contains(where: isLong)
    {
      try FuzzFinding.unless(whole.lines.count == kept.count, "a readable file is cut short")
    }
    try await run(file)
  }

  /// Runs the commands that the bytes choose, and audits the store they leave.
  static func checkCommands(_ input: [UInt8]) async throws(FuzzFinding) {
    try await run(try readable(CommandScript(input).text))
  }

  private static func readable(_ text: [UInt8]) throws(FuzzFinding) -> ReplayFile {
    do throws(ReplayFile.Unreadable) {
      return try ReplayFile(name: "fuzzed", text: text)
    } catch {
      throw FuzzFinding("readable lines make an unreadable file: \(error)")
    }
  }

  private static func keptLines(of input: [UInt8]) -> [ArraySlice<UInt8>] {
    var kept: [ArraySlice<UInt8>] = []
    var latest: Instant?
    for text in input.split(separator: UInt8(ascii: "\n")) where kept.count < maximumLines {
      guard let line = (try? ReplayFile(name: "line", text: Array(text)))?.lines.first,
        !isLong(line)
      else { continue }
      if let at = line.at {
        if let latest, at < latest { continue }
        latest = at
      }
      kept.append(text)
    }
    return kept
  }

  private static func isLong(_ line: ReplayFile.Line) -> Bool {
    guard line.operation == .race, case .integer(let count)? = line.object["count"] else {
      return false
    }
    return count > maximumRacers
  }

  private static func run(_ file: ReplayFile) async throws(FuzzFinding) {
    let clock = SimulatedClock(file.start)
    let store = InMemoryStore(clock: clock.storeClock)
    let tenants = Mutex<Set<TenantName>>([])
    let runner = ReplayRunner { _ in
      ReplayRunner.World(store: store, clock: clock) { tenant in
        tenants.withLock { _ = $0.insert(tenant) }
        return tenant
      }
    }
    var unreadable: String?
    await runner.run(file) { report in
      let text = report.result.text
      let reread = try? JSONValue.parse(text.utf8, maximumDepth: 256)
      if reread != report.result { unreadable = text }
    }
    if let unreadable { throw FuzzFinding("a result does not read back: \(unreadable)") }
    for tenant in tenants.withLock({ $0.sorted() }) {
      try await ReadsAudit(store: store, tenant: tenant).run()
    }
  }
}
