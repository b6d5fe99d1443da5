internal import Foundation
internal import Synchronization

/// The files of a run's history: the first is the harness's own, the others its workers'.
final class HistoryFiles: Sendable {
  let first: String
  private let made: Mutex<[String]>

  /// - Parameter path: where the user wants it; `nil` for a temporary file.
  init(_ path: String?, run: String) throws(StressFailure) {
    first =
      path
      ?? FileManager.default.temporaryDirectory.appendingPathComponent(
        "holdfast-stress-\(run).jsonl"
      ).path
    made = Mutex([first])
    guard !FileManager.default.fileExists(atPath: first) else {
      throw StressFailure("\(first): is there already", code: .usage)
    }
  }

  var paths: [String] { made.withLock { $0 } }

  /// Another one, beside the first.
  func next() -> String {
    made.withLock { made in
      let path = "\(first).\(made.count)"
      // Left by an earlier run whose first file is gone.
      try? FileManager.default.removeItem(atPath: path)
      made.append(path)
      return path
    }
  }

  func remove() {
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }
}
