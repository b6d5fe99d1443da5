internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The files of one server in a folder of their own, which go when this process does, however it
/// ends.
final class ServerCluster: Sendable {
  let folder: String
  let port: Int
  let password: String
  let programs: ServerPrograms
  private let user: ServerUser
  private let remover: ChildProcess
  /// Our end of a pipe on whose other end the remover waits. The system closes it when we end.
  private let lifeline: Int32

  static let role = "holdfast"

  init() throws(ThrowAwayPostgresError) {
    programs = try ServerPrograms()
    user = try ServerUser()
    let parent = FileManager.default.temporaryDirectory.path
    var template = Array("\(parent)/holdfast-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .failed("making a folder in \(parent)", output: String(cString: strerror(errno)))
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // Below the numbers that systems give to outgoing connections, so that a restart finds it free.
    port = Int.random(in: 15_000..<32_000)
    password = String(UInt64.random(in: .min ... .max), radix: 36)
    (remover, lifeline) = try Self.startRemover(of: folder)
    try user.own(folder)
    try initialize()
  }

  deinit {
    remove()
  }

  var data: String { "\(folder)/data" }
  var log: String { "\(folder)/server.log" }

  /// Kills what still runs in the folder and removes it; waits until that is done.
  func remove() {
    close(lifeline)
    _ = remover.wait(seconds: 20)
  }

  func startServer(settings: [String: String]) throws(ThrowAwayPostgresError) -> ChildProcess {
    var arguments = [programs.path("postgres"), "-D", data]
    var all = [
      "listen_addresses": "127.0.0.1", "port": "\(port)", "unix_socket_directories": folder,
    ]
    all.merge(settings) { _, new in new }
    for (name, value) in all { arguments += ["-c", "\(name)=\(value)"] }
    return try ChildProcess(user.command(arguments), output: log)
  }

  /// Gives a file to the user that the server runs as.
  func own(_ path: String) throws(ThrowAwayPostgresError) {
    try user.own(path)
  }

  /// Runs a program of PostgreSQL to its end and returns what it printed.
  @discardableResult
  func run(
    _ program: String, _ arguments: [String]
  ) throws(ThrowAwayPostgresError) -> String {
    let output = "\(folder)/\(program).\(UInt32.random(in: .min ... .max)).out"
    let process = try ChildProcess(
      user.command([programs.path(program)] + arguments), output: output)
    let status = process.wait(seconds: 120)
    let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    unlink(output)
    guard status == 0 else { throw .failed(program, output: text) }
    return text
  }

  /// Not flushed to the disk: a power failure takes the test with it. The server itself flushes.
  private func initialize() throws(ThrowAwayPostgresError) {
    let passwordFile = "\(folder)/password"
    guard
      FileManager.default.createFile(
        atPath: passwordFile, contents: Data(password.utf8), attributes: [.posixPermissions: 0o600])
    else { throw .failed("writing the password", output: passwordFile) }
    try user.own(passwordFile)
    try run(
      "initdb",
      [
        "-D", data, "--username=\(Self.role)", "--pwfile=\(passwordFile)", "--auth-local=trust",
        "--auth-host=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync",
      ])
  }

  /// A shell that outlives us for the moment it takes to clean up. That a process belongs to the
  /// cluster shows in its working directory; a number alone could be anyone's by then.
  private static func startRemover(
    of folder: String
  ) throws(ThrowAwayPostgresError) -> (ChildProcess, Int32) {
    let script = """
      read -r end
      for folder in /proc/[0-9]*; do
        if [ "$(readlink "$folder/cwd")" = "$1/data" ]; then kill -KILL "${folder#/proc/}"; fi
      done
      for attempt in 1 2 3 4 5 6 7 8 9 10; do
        rm -rf "$1" && exit 0
        sleep 0.2
      done
      exit 1
      """
    let ends = try ChildProcess.pipe()
    defer { close(ends.reading) }
    let remover = try ChildProcess(
      ["/bin/sh", "-c", script, "sh", folder], output: "/dev/null", input: ends.reading)
    return (remover, ends.writing)
  }
}
