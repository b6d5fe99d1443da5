internal import Foundation

/// The files of this package, as they lie beside the tests.
enum PackageFiles {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The text of the file at a path within the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below a folder whose names end so, in order.
  static func paths(under folder: String, endingIn suffix: String) throws -> [String] {
    let names = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path(percentEncoded: false))
    return names.filter { $0.hasSuffix(suffix) }.sorted().map { "\(folder)/\($0)" }
  }
}
