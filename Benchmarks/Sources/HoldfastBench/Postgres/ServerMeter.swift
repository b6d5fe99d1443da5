import Foundation

/// What the server has used so far, when it runs on this machine.
struct ServerMeter {
  struct Reading {
    let serverSeconds: Double
    let clientSeconds: Double
    let walBytes: Double
  }

  private let connection: BenchConnection
  private let postmaster: String

  init(_ connection: BenchConnection) throws {
    self.connection = connection
    let backend = try connection.value("SELECT pg_backend_pid()")
    guard let fields = ServerMeter.fields(of: backend) else {
      throw DatabaseFailure(sqlState: "08001", message: "the server is on another machine")
    }
    postmaster = fields[1]
  }

  func reading() throws -> Reading {
    let wal = try connection.value("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
    return Reading(
      serverSeconds: serverSeconds, clientSeconds: ServerMeter.clientSeconds,
      walBytes: Double(wal) ?? 0)
  }

  /// The processor time of the postmaster, of its processes, and of those that it has outlived.
  private var serverSeconds: Double {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var ticks = 0.0
    for process in processes where process.first?.isNumber == true {
      guard let fields = ServerMeter.fields(of: process) else { continue }
      let used = fields[11...12].compactMap { Double($0) }.reduce(0, +)
      if fields[1] == postmaster { ticks += used }
      if process == postmaster {
        ticks += used + fields[13...14].compactMap { Double($0) }.reduce(0, +)
      }
    }
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The processor time of this process.
  static var clientSeconds: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

  /// By a clock that all processes of this machine share.
  static var now: Double { seconds(CLOCK_MONOTONIC) }

  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// What /proc/PID/stat says after the name: state, parent, …, user and system time at 11 and 12,
  /// those of children that were waited for at 13 and 14.
  private static func fields(of process: String) -> [String]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[end...].dropFirst().split(separator: " ").map(String.init)
    return fields.count > 14 ? fields : nil
  }
}
