import Foundation
import HoldfastTesting

/// One of several processes that a cell's callers are spread over: this program once more.
///
/// It is told what to do by its arguments and prints what it did as one line; all begin and end by
/// the same clock.
struct CallerProcess {
  static let command = "postgres-callers"

  /// What one process did.
  struct Outcome {
    /// All commands that were applied, those of the warm-up included.
    let commands: Int
    /// Those that began and ended while it was measured.
    let measured: Int
    let clientSeconds: Double
    /// In nanoseconds.
    let quantiles: [Double]
  }

  static let shares = [0.5, 0.99, 0.999]
  private let process = Process()
  private let output = Pipe()

  /// Starts one that measures from `start` on, by the machine's clock since boot.
  init(_ loop: HoldfastLoop, callers: Int, start: Double) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [
      CallerProcess.command, loop.server, loop.shape.rawValue, loop.popularity.rawValue,
      "\(callers)", "\(loop.seconds)", "\(loop.isPooled)", "\(start)",
    ]
    process.standardOutput = output
    try process.run()
  }

  /// Waits for its end.
  func outcome() throws -> Outcome {
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard process.terminationStatus == 0, numbers.count == 3 + CallerProcess.shares.count else {
      throw BrokenLedger(what: "a process of callers ended with \(process.terminationStatus)")
    }
    return Outcome(
      commands: Int(numbers[0]), measured: Int(numbers[1]), clientSeconds: numbers[2],
      quantiles: Array(numbers[3...]))
  }

  /// What such a process does: `false` when its arguments are not those of `init`.
  static func run(_ arguments: [String]) async throws -> Bool {
    guard arguments.count == 7, let shape = HoldfastShape(rawValue: arguments[1]),
      let popularity = Popularity(rawValue: arguments[2]), let callers = Int(arguments[3]),
      let seconds = Double(arguments[4]), let isPooled = Bool(arguments[5]),
      let start = Double(arguments[6])
    else { return false }
    let loop = HoldfastLoop(
      server: arguments[0], shape: shape, popularity: popularity, clients: callers,
      seconds: seconds, delayMicroseconds: 0, isPooled: isPooled)
    let done = try await loop.work(from: start)
    let quantiles = shares.map { "\(done.histogram.quantile($0))" }
    print(done.commands, done.measured, done.clientSeconds, quantiles.joined(separator: " "))
    return true
  }
}
