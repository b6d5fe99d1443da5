internal import Foundation

/// The processors of the machine that may be used.
enum Processors {
  static let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
}
