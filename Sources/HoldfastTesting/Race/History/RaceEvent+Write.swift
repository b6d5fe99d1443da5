internal import Holdfast

extension RaceEvent {
  /// Appends the line, its end included.
  package func write(into bytes: inout [UInt8]) {
    switch content {
    case .invoked(let call): RaceEvent.write(call, at: at, into: &bytes)
    case .returned(let id, let answer): RaceEvent.write(answer, to: id, at: at, into: &bytes)
    case .fault(let text):
      JSONValue.array([.string("f"), .integer(at), .string(text)]).write(into: &bytes)
    case .balance(let balance):
      bytes.begin("b", at)
      bytes.append(element: Int64(balance.account))
      bytes.append(element: Int64(balance.unit))
      bytes.append(element: balance.posted)
      if let held = balance.held { bytes.append(element: held) }
      bytes.append(UInt8(ascii: "]"))
    case .entry(let entry):
      bytes.begin("e", at)
      bytes.append(element: Int64(entry.account))
      bytes.append(element: Int64(entry.unit))
      bytes.append(element: entry.key, of: nil)
      bytes.append(element: entry.amount)
      bytes.append(UInt8(ascii: "]"))
    case .row(let row): RaceEvent.write(row, at: at, into: &bytes)
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func write(_ call: RaceCall, at: Int64, into bytes: inout [UInt8]) {
    bytes.begin("i", at)
    bytes.append(element: Int64(call.client))
    bytes.append(element: Int64(call.number))
    bytes.append(element: call.word.rawValue)
    bytes.append(element: Int64(call.account))
    bytes.append(element: call.key, of: call.client)
    bytes.append(element: call.amount)
    let hasTerms =
      call.unit != 0 || call.to != nil || call.item != nil || call.isFinal
      || call.overage != .standard || call.expires != nil
    if let subject = call.subject {
      bytes.append(element: subject, of: call.client)
    } else if hasTerms {
      bytes.append(element: 0)
    }
    if hasTerms { write(termsOf: call, into: &bytes) }
    bytes.append(UInt8(ascii: "]"))
  }

  private static func write(termsOf call: RaceCall, into bytes: inout [UInt8]) {
    bytes.append(utf8: ",{")
    if call.unit != 0 { bytes.append(member: "unit", Int64(call.unit)) }
    if let to = call.to { bytes.append(member: "to", Int64(to)) }
    if let item = call.item { bytes.append(member: "item", Int64(item)) }
    if call.isFinal { bytes.append(member: "final", 1) }
    if let expires = call.expires { bytes.append(member: "expires", Int64(expires)) }
    if call.overage != .standard {
      bytes.append(name: "overage")
      bytes.append(utf8: "\"\(call.overage.rawValue)\"")
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func write(
    _ answer: RaceAnswer, to id: RaceCall.ID, at: Int64, into bytes: inout [UInt8]
  ) {
    bytes.begin("r", at)
    bytes.append(element: Int64(id.client))
    bytes.append(element: Int64(id.number))
    switch answer {
    case .applied(let effect):
      bytes.append(element: effect.duplicate ? "dup" : "ok")
      bytes.append(element: effect.version)
      bytes.append(element: effect.amount)
      bytes.append(elements: [effect.posted, effect.held, effect.shortfall])
    case .refused(let refusal):
      bytes.append(element: "no")
      bytes.append(element: refusal.code)
      bytes.append(elements: [refusal.available, refusal.required])
    case .unknown:
      bytes.append(element: "?")
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension [UInt8] {
  fileprivate mutating func begin(_ kind: String, _ at: Int64) {
    append(utf8: "[\"")
    append(utf8: kind)
    append(utf8: "\"")
    append(element: at)
  }

  fileprivate mutating func append(utf8 text: String) {
    append(contentsOf: text.utf8)
  }

  fileprivate mutating func append(element number: Int64) {
    append(UInt8(ascii: ","))
    append(digitsOf: number)
  }

  /// A word that needs no escapes.
  fileprivate mutating func append(element word: String) {
    append(utf8: ",\"")
    append(utf8: word)
    append(UInt8(ascii: "\""))
  }

  /// A client's own key is its number, another's its text.
  fileprivate mutating func append(element key: RaceKey, of client: Int32?) {
    if key.client == client {
      append(element: Int64(key.number))
      return
    }
    append(utf8: ",\"")
    append(digitsOf: Int64(key.client))
    append(UInt8(ascii: "-"))
    append(digitsOf: Int64(key.number))
    append(UInt8(ascii: "\""))
  }

  /// Figures, of which those missing at the end are left away.
  fileprivate mutating func append(elements figures: [Int64?]) {
    guard let last = figures.lastIndex(where: { $0 != nil }) else { return }
    for figure in figures[...last] {
      if let figure { append(element: figure) } else { append(utf8: ",null") }
    }
  }

  fileprivate mutating func append(name: String) {
    if last != UInt8(ascii: "{") { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "\""))
    append(utf8: name)
    append(utf8: "\":")
  }

  fileprivate mutating func append(member name: String, _ number: Int64) {
    append(name: name)
    append(digitsOf: number)
  }

  fileprivate mutating func append(digitsOf number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = digits.endIndex
      repeat {
        first -= 1
        digits.initializeElement(at: first, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      append(contentsOf: digits[first...])
    }
  }
}
