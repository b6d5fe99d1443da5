import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

/// Files are whole or are not believed.
@Suite struct ArchiveFileTests {
  private func archived(
    rowsAtOnce: Int64 = 4_000, bytesPerFile: Int64 = 1 << 30
  ) async throws -> (ledger: OwnLedger, folder: TestFolder) {
    let ledger = try await OwnLedger()
    let folder = try TestFolder()
    for number in 1...40 {
      ledger.clock.advance(bySeconds: 1)
      try await ledger.submit(
        .credit(
          Credit(
            unit: "credits", amount: 5,
            details: Details(
              description: "line\nbreak \u{2028} \"quoted\" ☃", metadata: ["n": .integer(.max)]))),
        IdempotencyKey("c\(number)"), account: AccountName("account-\(number % 3)"))
      try await ledger.submit(
        .debit(Debit(unit: "credits", amount: 5)), IdempotencyKey("d\(number)"),
        account: AccountName("account-\(number % 3)"))
    }
    ledger.clock.advance(bySeconds: 1)
    let report = try await ledger.database.archive(
      before: ledger.clock.now, to: folder, rowsAtOnce: rowsAtOnce, bytesPerFile: bytesPerFile)
    #expect(report.rows == 80 && report.removed == 80)
    return (ledger, folder)
  }

  @Test("each line is a JSON object with a check, and what is read back is what was written")
  func lines() async throws {
    let (ledger, folder) = try await archived(rowsAtOnce: 7)
    let text = try folder.text(of: #require(try folder.files.first))
    let lines = text.split(separator: "\n")
    var types: [String: Int] = [:]
    for line in lines {
      guard case .object(let object) = try JSONValue.parse(line.utf8),
        case .string(let type)? = object["type"], case .string(let check)? = object["check"]
      else {
        Issue.record("\(line)")
        continue
      }
      #expect(check.utf8.count == 16)
      types[type, default: 0] += 1
    }
    #expect(types["holdfast-archive"] == 1 && types["row"] == 80)
    #expect(types["checkpoint"] == types["stream"])
    try await ledger.store.expectSound("acme", with: folder)
    await ledger.store.close()
  }

  @Test("a new file begins when one is long enough; all of them make the history")
  func rotation() async throws {
    let (ledger, folder) = try await archived(rowsAtOnce: 6, bytesPerFile: 3_000)
    #expect(try folder.files.count > 3)
    let rows = try await ledger.store.expectSound("acme", with: folder)
    #expect(rows.all == 80)
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(try folder.files[1])")
    await #expect(throws: ArchiveError.self) {
      try await ledger.store.attach(archive: folder.path)
    }
    await ledger.store.close()
  }

  @Test(
    "a byte that changed, a line that is missing or moved, an end that is missing: all are noticed")
  func damage() async throws {
    let (ledger, folder) = try await archived()
    let name = try #require(try folder.files.first)
    let text = try folder.text(of: name)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try await ledger.store.attach(archive: folder.path)
    let middle = lines.count / 2
    var damaged = [
      text.replacing("\"postedDelta\":5", with: "\"postedDelta\":6", maxReplacements: 1)
    ]
    lines.swapAt(middle, middle + 1)
    damaged.append(lines.joined(separator: "\n"))
    lines.swapAt(middle, middle + 1)
    lines.remove(at: middle)
    damaged.append(lines.joined(separator: "\n"))
    damaged.append(String(text.dropLast(10)))
    damaged.append(String(text.dropFirst(1)))
    for bad in damaged {
      try folder.write(bad, to: name)
      let error = await #expect(throws: ArchiveError.self) {
        try await ledger.store.attach(archive: folder.path)
      }
      #expect(error.map { "\($0)" }?.contains(name) == true)
    }
    try folder.write(text, to: name)
    try await ledger.store.attach(archive: folder.path)
    await ledger.store.close()
  }

  @Test(
    "what stands behind the committed end of a file is no part of it, and goes with the next run")
  func tail() async throws {
    let (ledger, folder) = try await archived()
    let name = try #require(try folder.files.first)
    let text = try folder.text(of: name)
    try folder.write(text + "{\"type\":\"row\",\"half", to: name)
    try await ledger.store.attach(archive: folder.path)
    _ = try await ledger.database.archive(before: ledger.clock.now, to: folder)
    #expect(try folder.text(of: name) == text)
    await ledger.store.close()
  }

  @Test("two archivings do not write to one folder, and the future is not archived")
  func refused() async throws {
    let (ledger, folder) = try await archived()
    try await ledger.submit(.credit(Credit(unit: "credits", amount: 5)), "more")
    let (database, clock) = (ledger.database, ledger.clock)
    let other = TestBox<String>()
    ledger.clock.advance(bySeconds: 1)
    _ = try await database.archive(before: clock.now, to: folder) {
      // The first has the folder now.
      let done = DispatchSemaphore(value: 0)
      Task {
        do {
          _ = try await database.archive(before: clock.now, to: folder)
        } catch {
          other.set("\(error)")
        }
        done.signal()
      }
      done.wait()
    }
    #expect(other.value?.contains("another archiving writes there") == true)
    await #expect(throws: ArchiveError.ahead) {
      try await database.archive(
        before: StoreClock.system.now().advanced(bySeconds: 3_600), to: folder)
    }
    await #expect(throws: ArchiveError.self) {
      try await Archiver(before: clock.now, to: folder.path + "/none").run(on: database.options)
    }
    await ledger.store.close()
  }

  @Test("two archivings at once, into two folders, archive each row once")
  func atOnce() async throws {
    let ledger = try await OwnLedger()
    let (folder, other) = (try TestFolder(), try TestFolder())
    for number in 0..<200 {
      ledger.clock.advance(bySeconds: 1)
      try await ledger.submit(
        .credit(Credit(unit: "credits", amount: 5)), IdempotencyKey("c\(number)"),
        account: AccountName("account-\(number % 5)"))
      try await ledger.submit(
        .debit(Debit(unit: "credits", amount: 5)), IdempotencyKey("d\(number)"),
        account: AccountName("account-\(number % 5)"))
    }
    ledger.clock.advance(bySeconds: 1)
    let (database, before) = (ledger.database, ledger.clock.now)
    async let one = database.archive(before: before, to: folder, rowsAtOnce: 5)
    async let two = database.archive(before: before, to: other, rowsAtOnce: 5)
    let reports = try await [one, two]
    #expect(reports.reduce(0) { $0 + $1.rows } == 400)
    #expect(reports.reduce(0) { $0 + $1.removed } == 400)
    for name in try other.files {
      try FileManager.default.moveItem(
        atPath: "\(other.path)/\(name)", toPath: "\(folder.path)/\(name)")
    }
    try await database.expectAuditsEmpty()
    #expect(try await ledger.store.expectSound("acme", with: folder).all == 400)
    await ledger.store.close()
  }

  @Test("the application cannot archive, and reads what is kept also without a new grant")
  func roles() async throws {
    let ledger = try await OwnLedger()
    let folder = try TestFolder()
    let role = try await ledger.database.makeRole()
    _ = try await ledger.database.migrate(
      MigrationSettings(grants: [RoleGrant(.application, to: role)]))
    try await ledger.database.rows(
      "REVOKE ALL ON holdfast.checkpoint, holdfast.archived_key, holdfast.archive_file"
        + " FROM \(role.quoted)")
    try await ledger.submit(.credit(Credit(unit: "credits", amount: 5)), "c")
    try await ledger.submit(.debit(Debit(unit: "credits", amount: 5)), "d")
    ledger.clock.advance(bySeconds: 1)
    let before = ledger.clock.now
    let error = await #expect(throws: ArchiveError.self) {
      try await ledger.database.with { connection in
        try connection.runScript(
          "SET SESSION AUTHORIZATION \(role.quoted)", deadline: .after(seconds: 60))
        _ = try Archiver(before: before, to: folder.path).run(on: connection)
      }
    }
    #expect(error.map { "\($0)" }?.contains("42501") == true)
    #expect(try await ledger.database.count("journal") == 2)
    _ = try await ledger.database.archive(before: before, to: folder)
    for table in ["checkpoint", "archived_key", "archive_file"] {
      #expect(
        try await ledger.database.refusal("SELECT FROM holdfast.\(table)", as: role.quoted) == nil)
      #expect(
        try await ledger.database.refusal("DELETE FROM holdfast.\(table)", as: role.quoted)
          == "42501")
    }
    await ledger.store.close()
  }
}
