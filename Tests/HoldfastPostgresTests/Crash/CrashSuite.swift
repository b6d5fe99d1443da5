import Foundation
import Testing

/// What callers see when the database breaks, each on a real server: one after the other, since each
/// needs a server's worth of the machine.
@Suite("Crash safety", .serialized)
struct CrashSuite {
  /// Whether the long campaigns run.
  static let isLong = ProcessInfo.processInfo.environment["HOLDFAST_LONG"] == "1"
}
