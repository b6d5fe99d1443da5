internal import Holdfast

/// A row of the journal as a line: what evidence carries in place of the store.
extension RaceEvent {
  static func write(_ row: RaceRow, at: Int64, into bytes: inout [UInt8]) {
    var values: [JSONValue] = [.string("j"), .integer(at)]
    values += [
      Int64(row.stream.account), Int64(row.stream.number), row.version, Int64(row.event.rawValue),
      row.isAnswer ? 1 : 0, row.subject, row.postedDelta, row.heldDelta, row.postedAfter,
      row.heldAfter, row.overdraftAfter, row.usageDelta, row.usedAfter,
    ].map { .integer($0) }
    switch row.cause {
    case .time: values.append(.string("time"))
    case .opening: values.append(.string("opening"))
    case .foreign: values.append(.string("foreign"))
    case .call(let key, let account, let word, let asked):
      values += [
        .string(key.text), .integer(Int64(account)), .string(word.rawValue), .integer(asked),
      ]
    }
    JSONValue.array(values).write(into: &bytes)
  }

  static func row(_ scanner: inout LineScanner) throws(LineScanner.Malformed) -> RaceRow {
    func number<Value: FixedWidthInteger>(
      _ name: StaticString
    ) throws(LineScanner.Malformed) -> Value {
      try scanner.need(",")
      return try scanner.integer(name)
    }
    let account: Int32 = try number("account")
    let stream = RaceStream(account: account, number: try number("stream"))
    let version: Int64 = try number("version")
    guard let event = JournalRow.Event(rawValue: try number("event")) else {
      throw LineScanner.Malformed(reason: "event: is unknown")
    }
    let isAnswer: Int64 = try number("answer")
    let subject: Int64 = try number("subject")
    var figures: [Int64] = []
    for _ in 0..<7 { figures.append(try number("figure")) }
    return RaceRow(
      stream: stream, version: version, event: event, cause: try cause(&scanner),
      isAnswer: isAnswer != 0, subject: subject, postedDelta: figures[0], heldDelta: figures[1],
      postedAfter: figures[2], heldAfter: figures[3], overdraftAfter: figures[4],
      usageDelta: figures[5], usedAfter: figures[6])
  }

  private static func cause(
    _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> RaceRow.Cause {
    try scanner.need(",")
    let text = String(decoding: try scanner.plainText("cause"), as: UTF8.self)
    switch text {
    case "time": return .time
    case "opening": return .opening
    case "foreign": return .foreign
    default: break
    }
    guard let key = RaceKey(text: text) else {
      throw LineScanner.Malformed(reason: "cause: \(text) is no key of a run")
    }
    try scanner.need(",")
    let account: Int32 = try scanner.integer("account")
    try scanner.need(",")
    let name = String(decoding: try scanner.plainText("word"), as: UTF8.self)
    guard let word = RaceWord(rawValue: name) else {
      throw LineScanner.Malformed(reason: "word: \(name) is unknown")
    }
    try scanner.need(",")
    return .call(key, account: account, word, asked: try scanner.integer("asked"))
  }
}
