import Foundation

/// What a command printed, and how it ended.
struct Output {
  let status: Int32
  let text: String
}

/// Runs a command under a time limit; a hang ends with status 124.
func run(_ command: [String], in folder: String, seconds: Int) throws -> Output {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["timeout", "--kill-after=5", String(seconds)] + command
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  process.environment = ProcessInfo.processInfo.environment.merging(
    ["SWIFT_BACKTRACE": "enable=no"]
  ) { $1 }
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return Output(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
}
