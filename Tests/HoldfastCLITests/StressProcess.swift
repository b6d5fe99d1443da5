import Foundation
import Testing

@testable import HoldfastCLI
@testable import HoldfastTesting

/// A process that runs `holdfast stress`, with a folder of its own for temporary files.
struct StressProcess {
  let process: ChildProcess
  /// All that it made on this machine should be gone from here when it has ended.
  let folder: String
  private let output: String

  init(_ words: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "stress-\(UInt32.random(in: .min ... .max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.folder = folder.path(percentEncoded: false)
    output = "\(self.folder).output"
    process = try ChildProcess(
      ["/usr/bin/env", "TMPDIR=\(self.folder)", StressDatabase.program, "stress"] + words,
      output: output)
  }

  /// What it printed so far, on either stream.
  var text: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

  /// Waits until its clients have made some calls: they are lines of the histories.
  func waitForCalls() async throws {
    try await wait("calls") { histories.reduce(0) { $0 + $1.count { $0 == "\n" } } > 50 }
  }

  /// What its processes wrote of their calls.
  private var histories: [String] {
    files.filter { $0.contains(".jsonl") }.map {
      (try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)) ?? ""
    }
  }

  var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

  /// Its worker processes.
  var workers: [pid_t] {
    let threads = "/proc/\(process.id)/task"
    let children = ((try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? [])
      .flatMap { thread in
        let path = "\(threads)/\(thread)/children"
        return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: " ")
      }
    return children.compactMap { pid_t($0) }.filter { StressProcess.isWorker($0) }
  }

  /// Whether it is a worker that has not ended.
  static func isWorker(_ process: pid_t) -> Bool {
    let command = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return command.split(separator: 0).contains(Data("stress-worker".utf8)[...])
  }

  func wait(_ what: String, seconds: Int = 60, until isSo: () -> Bool) async throws {
    for _ in 0..<20 * seconds {
      if isSo() { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("waited for \(what) in vain; it printed: \(text)")
  }

  /// Waits for the end; `nil` when it does not come.
  func status(within seconds: Double) async -> ExitCode? {
    let process = process
    let status = await blocking { process.wait(seconds: seconds) }
    return status.flatMap { $0 & 0x7f == 0 ? ExitCode(rawValue: $0 >> 8) : nil }
  }

  /// Ends it, whatever it does, and removes its files.
  func remove() {
    process.send(signal: SIGKILL)
    _ = process.wait(seconds: 10)
    for path in [folder, output] { try? FileManager.default.removeItem(atPath: path) }
  }
}
