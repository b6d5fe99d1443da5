internal import Holdfast

extension RaceEvent {
  /// Reads a line, given without its end.
  init(line: UnsafeBufferPointer<UInt8>) throws(LineScanner.Malformed) {
    var scanner = LineScanner(line)
    try scanner.need("[")
    let kind = try scanner.plainText("kind")
    try scanner.need(",")
    at = try scanner.integer("time")
    guard kind.count == 1 else { throw LineScanner.Malformed(reason: "there is no such line") }
    switch kind[0] {
    case UInt8(ascii: "i"): content = .invoked(try RaceEvent.call(&scanner))
    case UInt8(ascii: "r"): content = try RaceEvent.answer(&scanner)
    case UInt8(ascii: "b"): content = .balance(try RaceEvent.balance(&scanner))
    case UInt8(ascii: "e"): content = .entry(try RaceEvent.entry(&scanner))
    case UInt8(ascii: "j"): content = .row(try RaceEvent.row(&scanner))
    case UInt8(ascii: "f"):
      content = .fault(try RaceEvent.fault(line))
      return
    default: throw LineScanner.Malformed(reason: "there is no such line")
    }
    try scanner.need("]")
    try scanner.end()
  }

  private static func next<Value: FixedWidthInteger>(
    _ name: StaticString, _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> Value {
    try scanner.need(",")
    return try scanner.integer(name)
  }

  private static func call(
    _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> RaceCall {
    let client: Int32 = try next("client", &scanner)
    let number: Int32 = try next("number", &scanner)
    try scanner.need(",")
    let name = try scanner.plainText("word")
    guard let word = RaceWord(utf8: name) else {
      throw LineScanner.Malformed(
        reason: "word: \(String(decoding: name, as: UTF8.self)) is unknown")
    }
    let account: Int32 = try next("account", &scanner)
    try scanner.need(",")
    var call = RaceCall(
      client: client, number: number, word: word, account: account,
      key: try scanner.key("key", of: client))
    call.amount = try next("amount", &scanner)
    if scanner.take(",") {
      let subject = try scanner.key("subject", of: client)
      if subject.number != 0 { call.subject = subject }
    }
    if scanner.take(",") { try terms(of: &call, &scanner) }
    guard account >= 0, client >= 0 else {
      throw LineScanner.Malformed(reason: "client, account: must not be negative")
    }
    guard call.subject != nil || !word.needsSubject else {
      throw LineScanner.Malformed(reason: "subject: a \(word.rawValue) needs one")
    }
    guard word != .transfer || call.to != nil, word != .recordUsage || call.item != nil else {
      throw LineScanner.Malformed(reason: "to, item: a \(word.rawValue) needs one")
    }
    return call
  }

  private static func terms(
    of call: inout RaceCall, _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) {
    try scanner.need("{")
    repeat {
      let name = String(decoding: try scanner.plainText("name"), as: UTF8.self)
      try scanner.need(":")
      switch name {
      case "unit": call.unit = try scanner.integer("unit")
      case "to": call.to = try scanner.integer("to")
      case "item": call.item = try scanner.integer("item")
      case "expires": call.expires = try scanner.integer("expires")
      case "final":
        let number: Int = try scanner.integer("final")
        call.isFinal = number != 0
      case "overage":
        let text = String(decoding: try scanner.plainText("overage"), as: UTF8.self)
        guard let overage = RaceCall.Overage(rawValue: text) else {
          throw LineScanner.Malformed(reason: "overage: \(text) is unknown")
        }
        call.overage = overage
      default: throw LineScanner.Malformed(reason: "\(name): is unknown")
      }
    } while scanner.take(",")
    try scanner.need("}")
  }

  private static func answer(
    _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> Content {
    let client: Int32 = try next("client", &scanner)
    let id = RaceCall.ID(client: client, number: try next("number", &scanner))
    try scanner.need(",")
    let word = String(decoding: try scanner.plainText("outcome"), as: UTF8.self)
    switch word {
    case "ok", "dup":
      let version: Int64 = try next("version", &scanner)
      var effect = RaceAnswer.Effect(
        version: version, duplicate: word == "dup", amount: try next("amount", &scanner))
      if scanner.take(",") { effect.posted = try scanner.integerOrNull("posted") }
      if scanner.take(",") { effect.held = try scanner.integerOrNull("held") }
      if scanner.take(",") { effect.shortfall = try scanner.integerOrNull("shortfall") }
      return .returned(id, .applied(effect))
    case "no":
      try scanner.need(",")
      var refusal = RaceAnswer.Refusal(
        code: String(decoding: try scanner.plainText("code"), as: UTF8.self))
      if scanner.take(",") { refusal.available = try scanner.integerOrNull("available") }
      if scanner.take(",") { refusal.required = try scanner.integerOrNull("required") }
      return .returned(id, .refused(refusal))
    case "?": return .returned(id, .unknown)
    default: throw LineScanner.Malformed(reason: "outcome: \(word) is unknown")
    }
  }

  private static func balance(
    _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> RaceBalance {
    let account: Int32 = try next("account", &scanner)
    let unit: Int32 = try next("unit", &scanner)
    var balance = RaceBalance(
      account: account, unit: unit, posted: try next("posted", &scanner), held: nil)
    if scanner.take(",") { balance.held = try scanner.integerOrNull("held") }
    return balance
  }

  private static func entry(
    _ scanner: inout LineScanner
  ) throws(LineScanner.Malformed) -> RaceEntry {
    let account: Int32 = try next("account", &scanner)
    let unit: Int32 = try next("unit", &scanner)
    try scanner.need(",")
    let key = try scanner.key("key", of: nil)
    return RaceEntry(
      account: account, unit: unit, key: key, amount: try next("amount", &scanner))
  }

  /// What a fault is called is anybody's text, and may have escapes.
  private static func fault(
    _ line: UnsafeBufferPointer<UInt8>
  ) throws(LineScanner.Malformed) -> String {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(line, maximumDepth: 1)
    } catch {
      throw LineScanner.Malformed(reason: "is not JSON: \(error)")
    }
    guard case .array(let elements) = value, elements.count == 3,
      case .string(let text) = elements[2]
    else { throw LineScanner.Malformed(reason: "a fault has a time and a text") }
    return text
  }
}

extension RaceWord {
  fileprivate init?(utf8 text: UnsafeBufferPointer<UInt8>) {
    self.init(rawValue: String(decoding: text, as: UTF8.self))
  }
}
