internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One line on standard error that tells how far something is: only on a terminal, only once it takes
/// longer than two seconds, and at most ten times a second.
struct ProgressLine {
  private let isOnTerminal = isatty(STDERR_FILENO) == 1
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant
  private var isShown = false

  init() {
    next = clock.now.advanced(by: .seconds(2))
  }

  mutating func show(_ text: String) {
    guard isOnTerminal, clock.now >= next else { return }
    next = clock.now.advanced(by: .milliseconds(100))
    isShown = true
    write("\r\u{1b}[K\(text)")
  }

  /// Takes the line away.
  mutating func end() {
    if isShown { write("\r\u{1b}[K") }
    isShown = false
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
