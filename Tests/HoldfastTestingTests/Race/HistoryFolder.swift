import Foundation
import Holdfast
import HoldfastTesting

/// A place for history files of one test, gone with it.
final class HistoryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: path(name), atomically: false, encoding: .utf8)
    return path(name)
  }
}

extension RaceHeader {
  static func sample(
    _ run: String = "r1", accounts: Int32 = 4, target: Target = .holdfast
  ) -> RaceHeader {
    RaceHeader(
      run: run, tenant: "stress-\(run)", shape: "hot", seed: .max, store: "memory",
      target: target, started: 1_700_000_000_000_000, origin: RaceClock.machine,
      accounts: accounts,
      items: [Item(name: "image", maximum: 10), Item(name: "chat", maximum: nil)],
      opening: [.all(500)], overdraft: [.each([0, 20])])
  }
}

extension RaceHistory {
  func all() throws -> [RaceEvent] {
    var events: [RaceEvent] = []
    while let event = try next() { events.append(event) }
    return events
  }
}

extension [RaceEvent] {
  /// Writes a history file of these events, with the times they have.
  func write(to path: String, _ header: RaceHeader) throws {
    var bytes: [UInt8] = []
    header.json.write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    for event in self { event.write(into: &bytes) }
    try Data(bytes).write(to: URL(filePath: path))
  }
}
