import Foundation

/// PostgreSQL's own benchmark, a yardstick that readers know.
enum PgbenchProbe {
  static let clients = 32

  /// Transactions a second of `simple-update` at scale 10; `nil` when there is no `pgbench`.
  static func simpleUpdate(server: String, seconds: Int) throws -> Double? {
    guard
      let program = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
        .map({ "\($0)/pgbench" }).first(where: FileManager.default.isExecutableFile)
    else { return nil }
    _ = try run(program, ["-i", "-q", "-s", "10", server])
    defer { _ = try? run(program, ["-i", "-I", "d", server]) }
    // So many transactions and not so many seconds: its timer is a signal, which threads of Swift's pool
    // block, and what they start does, too.
    let output = try run(
      program,
      [
        "-N", "-n", "-M", "prepared", "-c", "\(clients)", "-j", "2", "-t", "\(seconds * 100)",
        server,
      ])
    let line = output.split(separator: "\n").first { $0.hasPrefix("tps = ") }
    return line.flatMap { Double($0.dropFirst(6).prefix { $0 != " " }) }
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw DatabaseFailure(sqlState: "58000", message: "pgbench failed")
    }
    return String(decoding: text, as: UTF8.self)
  }
}
