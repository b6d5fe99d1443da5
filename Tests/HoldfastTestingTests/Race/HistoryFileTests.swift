import Foundation
import Holdfast
import HoldfastTesting
import Testing

@Suite("History files")
struct HistoryFileTests {
  static let contents: [RaceEvent.Content] = [
    .invoked(
      RaceCall(
        client: 12, number: 345, word: .reserve, account: 3, key: RaceKey(client: 12, number: 99),
        amount: 75)),
    .invoked(
      RaceCall(
        client: 0, number: 1, word: .settle, account: 3, key: RaceKey(client: 12, number: 99),
        amount: 60, subject: RaceKey(client: 0, number: 7), isFinal: true, overage: .overdraft)),
    .invoked(
      RaceCall(
        client: 0, number: 2, word: .transfer, account: 3, unit: 1,
        key: RaceKey(client: 0, number: 2), amount: 1, to: 2)),
    .invoked(
      RaceCall(
        client: 0, number: 3, word: .recordUsage, account: 3, key: RaceKey(client: 0, number: 3),
        amount: 1, item: 1)),
    .invoked(
      RaceCall(
        client: 0, number: 4, word: .release, account: 0, key: RaceKey(client: 0, number: 4),
        subject: RaceKey(client: 4, number: 7))),
    .invoked(
      RaceCall(
        client: 0, number: 5, word: .credit, account: 0, key: RaceKey(client: 0, number: 5),
        amount: .max, expires: -5)),
    .returned(
      RaceCall.ID(client: 12, number: 345),
      .applied(RaceAnswer.Effect(version: 17, amount: 75, posted: 425, held: 75))),
    .returned(
      RaceCall.ID(client: 0, number: 1),
      .applied(RaceAnswer.Effect(version: 18, duplicate: true, amount: 60, shortfall: 3))),
    .returned(
      RaceCall.ID(client: 0, number: 2),
      .refused(
        RaceAnswer.Refusal(code: "insufficient_balance", available: -4, required: 1))),
    .returned(
      RaceCall.ID(client: 0, number: 3),
      .refused(RaceAnswer.Refusal(code: "limit_exceeded", required: 1))),
    .returned(RaceCall.ID(client: 0, number: 4), .unknown),
    .fault("cut \"all\"\nconnections"),
    .balance(RaceBalance(account: 3, posted: -1, held: nil)),
    .balance(RaceBalance(account: 3, unit: 1, posted: 5, held: 4)),
    .entry(RaceEntry(account: 1, key: RaceKey(client: 3, number: 1), amount: -60)),
  ]

  @Test("what is written is read again, with its header and in order")
  func roundTrip() throws {
    let folder = try HistoryFolder()
    let header = RaceHeader.sample()
    let writer = try HistoryWriter(path: folder.path("a"), header: header)
    let times = try HistoryFileTests.contents.map { try writer.append($0) }
    try writer.finish()
    let history = try RaceHistory(paths: [folder.path("a")])
    #expect(history.header == header)
    #expect(
      try history.all() == zip(times, HistoryFileTests.contents).map { RaceEvent(at: $0, $1) })
    #expect(history.truncated == [])
  }

  @Test("an invocation is in the file before the call may be sent; answers may wait")
  func invocationsAreHandedOver() throws {
    let folder = try HistoryFolder()
    let writer = try HistoryWriter(path: folder.path("a"), header: .sample())
    for content in HistoryFileTests.contents {
      guard case .invoked(let call) = content else { continue }
      try writer.invoked(call)
      try writer.returned(call.id, .unknown)
    }
    let events = try RaceHistory(paths: [folder.path("a")]).all()
    let count = HistoryFileTests.contents.count { if case .invoked = $0 { true } else { false } }
    #expect(events.count == 2 * count - 1)
    try writer.finish()
    #expect(try RaceHistory(paths: [folder.path("a")]).all().count == 2 * count)
  }

  @Test("a last line that was cut off anywhere is left out, and said so")
  func truncation() throws {
    let folder = try HistoryFolder()
    let writer = try HistoryWriter(path: folder.path("a"), header: .sample())
    for content in HistoryFileTests.contents { try writer.append(content) }
    try writer.finish()
    let bytes = try Data(contentsOf: URL(filePath: folder.path("a")))
    let ends = bytes.indices.filter { bytes[$0] == 0x0a }
    for cut in (ends[0] + 2)..<bytes.count {
      try bytes[..<cut].write(to: URL(filePath: folder.path("cut")))
      let history = try RaceHistory(paths: [folder.path("cut")])
      let events = try history.all()
      #expect(events.count == ends.count { $0 < cut } - 1)
      #expect(history.truncated.isEmpty == (bytes[cut - 1] == 0x0a))
    }
  }

  @Test("files of several processes are one history in the order of time")
  func merging() throws {
    let folder = try HistoryFolder()
    let header = RaceHeader.sample()
    let writers = try ["a", "b", "c"].map {
      try HistoryWriter(path: folder.path($0), header: header)
    }
    for index in 0..<300 { try writers[index * 7 % 3].append(.fault("\(index)")) }
    for writer in writers { try writer.finish() }
    let events = try RaceHistory(paths: ["a", "b", "c"].map(folder.path)).all()
    #expect(events.count == 300)
    #expect(events.map(\.at) == events.map(\.at).sorted())
  }

  @Test(
    "what is no history is refused with file, line and reason",
    arguments: [
      ("", "it is empty"),
      ("{\"holdfastHistory\":1", "its header is cut off"),
      ("client,key\n1,2\n", ":1: it is no history: the first line is not its header"),
      ("{\"op\":\"credit\"}\n", ":1: it is no history: the first line is not its header"),
      ("{\"holdfastHistory\":2}\n", ":1: it has format 2, this release reads 1"),
      ("{\"holdfastHistory\":1}\n", ":1: target: must be a text"),
    ])
  func foreignFiles(text: String, reason: String) throws {
    let folder = try HistoryFolder()
    let path = try folder.write(text, to: "a")
    let error = #expect(throws: HistoryError.self) { try RaceHistory(paths: [path]) }
    #expect(error?.description.hasSuffix(reason) == true, "\(String(describing: error))")
    #expect(error?.description.hasPrefix(path) == true)
  }

  @Test(
    "a line that is none of a history is refused with file, line and reason",
    arguments: [
      ("[\"i\",5,1,1,\"steal\",0,1,5]", "word: steal is unknown"),
      ("[\"i\",5,1,1,\"reserve\",0,1,5.0]", "] is missing in column 27"),
      ("[\"i\",5,1,1,\"reserve\",0,1,05]", "amount: must be an integer"),
      ("[\"i\",5,1,1,\"reserve\",0,1,9223372036854775808]", "amount: is out of range"),
      ("[\"i\",5,1,1,\"reserve\",0,\"k\",5]", "key: k is no key of a run"),
      ("[\"i\",5,1,1,\"settle\",0,1,5]", "subject: a settle needs one"),
      ("[\"i\",5,1,1,\"usage\",0,1,5]", "to, item: a usage needs one"),
      ("[\"i\",5,1,1,\"reserve\",0,1,5,0,{\"x\":1}]", "x: is unknown"),
      ("[\"r\",5,1,1,\"maybe\"]", "outcome: maybe is unknown"),
      ("[\"x\",5]", "there is no such line"),
      ("{\"holdfastHistory\":1}", "[ is missing in column 1"),
      ("[\"f\",5,\"\\q\"]", "is not JSON: The backslash at offset 8 begins no JSON escape."),
      ("[\"f\",-5,\"x\"]", "its time is before that of a line above"),
    ])
  func foreignLines(line: String, reason: String) throws {
    let folder = try HistoryFolder()
    var bytes: [UInt8] = []
    RaceHeader.sample().json.write(into: &bytes)
    let text = String(decoding: bytes, as: UTF8.self) + "\n[\"f\",0,\"begin\"]\n" + line + "\n"
    let path = try folder.write(text, to: "a")
    let error = #expect(throws: HistoryError.self) {
      _ = try RaceHistory(paths: [path]).all()
    }
    #expect(error?.line == 3)
    #expect(error?.reason == reason)
  }

  @Test("files of different runs are not one history")
  func otherRuns() throws {
    let folder = try HistoryFolder()
    for run in ["a", "b"] {
      try HistoryWriter(path: folder.path(run), header: .sample(run)).finish()
    }
    let error = #expect(throws: HistoryError.self) {
      try RaceHistory(paths: ["a", "b"].map(folder.path))
    }
    #expect(error?.reason == "it is not of the run of \(folder.path("a"))")
  }

  @Test("a file that is there already is not written over")
  func existingFile() throws {
    let folder = try HistoryFolder()
    let path = try folder.write("mine", to: "a")
    #expect(throws: HistoryError.self) { try HistoryWriter(path: path, header: .sample()) }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }
}
