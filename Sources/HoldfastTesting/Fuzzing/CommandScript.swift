internal import Holdfast

/// A replay file whose commands are chosen by bytes, so that mutating bytes makes other commands
/// rather than broken JSON.
///
/// Every line has a frame of bytes of its own, so that a mutation changes one line and leaves the
/// others. Every byte chooses from a small table; past the end of a frame all choices are the first.
package struct CommandScript {
  /// What is left of the present line's frame.
  private var bytes: ArraySlice<UInt8> = []
  private var now = SimulatedClock.start
  private var lines: [JSONObject] = []
  /// The labels of earlier lines, by the field that later lines name of them.
  private var labels: [String: [String]] = [:]

  private static let frameLength = 12
  /// At most this many lines, so that an input stays fast.
  private static let maximumLines = 48

  package init(_ bytes: [UInt8]) {
    let frames = stride(from: 0, to: bytes.count, by: CommandScript.frameLength)
    for start in frames.prefix(CommandScript.maximumLines) {
      self.bytes = bytes[start...].prefix(CommandScript.frameLength)
      addLine()
    }
  }

  /// The replay file.
  package var text: [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      JSONValue.object(line).write(into: &text)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  private mutating func addLine() {
    let choice = next()
    if !lines.isEmpty, choice >= 240 {
      // A retry of an earlier line.
      var line = pick(lines)
      line["at"] = .string(now.description)
      return lines.append(line)
    }
    now = now.advanced(byMicroseconds: step())
    var line: JSONObject
    switch choice % 24 {
    case 21: line = group("atomic")
    case 22: line = group("preview")
    case 23: line = definition()
    default: line = command(choice % 24)
    }
    line["at"] = .string(now.description)
    let label = "l\(lines.count)"
    line["as"] = .string(label)
    line["key"] = .string("k\(lines.count)")
    let fields = ["reserve": "reservationId", "credit": "lotId", "recordUsage": "recordId"]
    if case .string(let operation)? = line["op"] {
      labels["entryId", default: []].append("$\(label).entryId")
      if let field = fields[operation] {
        labels[field, default: []].append("$\(label).\(field)")
      }
    }
    lines.append(line)
  }

  private mutating func command(_ choice: UInt8) -> JSONObject {
    switch choice {
    case 0...9: return placed(choice)
    case 20: return ["op": "sweep"]
    // Before anything was opened there is nothing to act on.
    case 10...16 where labels["reservationId"] == nil: return placed(choice % 8)
    case 18 where labels["recordId"] == nil: return placed(8)
    case 19 where labels["lotId"] == nil: return placed(0)
    default: return named(choice)
    }
  }

  /// Commands on an account and a unit or an item.
  private mutating func placed(_ choice: UInt8) -> JSONObject {
    var line: JSONObject = [
      "account": account(), "unit": pick(["credits", "credits", "credits", "tokens"]),
    ]
    switch choice {
    case 0, 1, 2:
      line["op"] = "credit"
      line["amount"] = amount()
      line["expiresAt"] = maybe { $0.instant() }
      line["effectiveAt"] = maybe { $0.instant() }
      line["priority"] = pick([nil, 1, -1])
      line["category"] = pick([nil, "promotional"])
      line["costBasis"] = maybe { $0.amount() }
    case 3:
      line["op"] = "debit"
      line["amount"] = amount()
      line["overage"] = pick([nil, "overdraft", "drawAvailable"])
    case 4:
      line["op"] = "transfer"
      line["to"] = account()
      line["amount"] = amount()
    case 5, 6, 7:
      reserve(&line)
    case 8:
      line["unit"] = nil
      line["op"] = "recordUsage"
      line["item"] = item()
      line["amount"] = maybe { $0.amount() }
    default:
      line["op"] = "setOverdraftLimit"
      line["limit"] = amount()
    }
    return line
  }

  private mutating func reserve(_ line: inout JSONObject) {
    line["op"] = "reserve"
    line["amount"] = amount()
    line["minimum"] = maybe { $0.amount() }
    line["expiresInSeconds"] = pick([nil, 1, 60, 604_800])
    line["graceSeconds"] = pick([nil, 1, 3600])
    line["floor"] = pick([nil, "balance"])
    line["onLapse"] = pick([nil, "chargeReported", "chargeAll"])
    line["allowZero"] = pick([nil, true])
    line["counts"] = maybe { [["item": $0.item(), "amount": $0.amount()]] }
  }

  /// Commands on something that an earlier line opened.
  private mutating func named(_ choice: UInt8) -> JSONObject {
    var line: JSONObject = [:]
    switch choice {
    case 10:
      line = ["op": "increase", "reservation": label("reservationId"), "amount": amount()]
    case 11:
      line = ["op": "extend", "reservation": label("reservationId")]
      line[next() & 1 == 0 ? "expiresInSeconds" : "bySeconds"] = pick([60, 1, 604_800])
    case 12: line = ["op": "report", "reservation": label("reservationId"), "used": amount()]
    case 13, 14, 15:
      line = ["op": "settle", "reservation": label("reservationId"), "amount": amount()]
      line["final"] = pick([nil, true])
      line["overage"] = pick([nil, "reject", "capAtReserved", "overdraft"])
      line["late"] = pick([nil, "chargeAvailable"])
    case 16: line = ["op": "release", "reservation": label("reservationId")]
    case 17:
      line = ["op": "reverse", "entry": label("entryId")]
      line["amount"] = maybe { $0.amount() }
    case 18:
      line = ["op": "reverseUsage", "record": label("recordId")]
      line["amount"] = maybe { $0.amount() }
    default:
      line = ["op": pick(["updateLot", "voidLot"]), "lot": label("lotId")]
      guard line["op"] == "updateLot" else { break }
      line["expiresAt"] = pick([instant(), .null])
      line["priority"] = pick([nil, 1, -1])
    }
    return line
  }

  private mutating func group(_ operation: String) -> JSONObject {
    var commands: [JSONValue] = []
    for _ in 0...next() % 4 {
      var command = command(next() % 20)
      if command["op"] == "settle" { command["coupled"] = pick([nil, true]) }
      commands.append(.object(command))
    }
    return ["op": .string(operation), "commands": .array(commands)]
  }

  private mutating func definition() -> JSONObject {
    var limits: [JSONValue] = []
    for _ in 0..<next() % 3 {
      var limit: JSONObject = ["max": amount()]
      limit["window"] = pick([
        ["kind": "lifetime"], ["kind": "hour", "timeZone": "UTC"],
        ["kind": "month", "timeZone": "Europe/Paris"],
        ["kind": "fixed", "anchor": "2026-01-01T00:00:00Z", "seconds": 60],
        [
          "kind": "billingPeriod", "anchor": "2025-01-31T00:00:00Z", "months": 1,
          "timeZone": "UTC",
        ],
      ])
      if next() % 4 == 3 {
        limit["measures"] = "spent"
        limit["unit"] = "credits"
      }
      limits.append(.object(limit))
    }
    var line: JSONObject = ["item": item(), "limits": .array(limits)]
    if next() % 4 == 3 {
      line["op"] = "overrideUsageLimits"
      line["account"] = account()
      return line
    }
    line["op"] = "defineUsageItem"
    switch next() % 3 {
    case 0: line["overage"] = ["kind": "block"]
    case 1: line["overage"] = ["kind": "allow"]
    default:
      var price: JSONObject = ["kind": "charge", "unit": "credits", "amount": amount()]
      price["per"] = pick([nil, 3, 1000])
      price["cap"] = maybe { $0.amount() }
      line["overage"] = .object(price)
    }
    return line
  }
}

// MARK: Choices

extension CommandScript {
  private mutating func next() -> UInt8 {
    bytes.popFirst() ?? 0
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int(next()) % choices.count]
  }

  private mutating func maybe(
    _ make: (inout CommandScript) -> JSONValue
  ) -> JSONValue? {
    next() & 3 == 3 ? make(&self) : nil
  }

  private mutating func account() -> JSONValue {
    pick(["ada", "ada", "ada", "ada", "ada", "ben", "cy"])
  }

  private mutating func item() -> JSONValue { pick(["image", "call"]) }

  /// Mostly few round figures, so that commands meet: what one credits another holds or overdraws.
  private mutating func amount() -> JSONValue {
    let choice = next()
    let rounds: [Int64] = [100, 10, 50, 30, 1, 200, 20, 1000]
    let edges: [Int64] = [
      9_007_199_254_740_991, 9_007_199_254_740_990, 4_503_599_627_370_496, 9_007_199_254_740_992,
      -1, .max, .min, 0,
    ]
    switch choice {
    case ..<192: return .integer(rounds[Int(choice) % rounds.count])
    case ..<246: return .integer(Int64(choice) - 191)
    default: return .integer(edges[Int(choice) % edges.count])
    }
  }

  /// Microseconds until the next line; mostly none.
  private mutating func step() -> Int64 {
    let steps: [Int64] = [1, 1_000_000, 1_799_999_999, 3_600_000_000, 86_400_000_000]
    let choice = next()
    return choice < 192 ? 0 : steps[Int(choice) % steps.count]
  }

  private mutating func instant() -> JSONValue {
    let steps: [Int64] = [0, 1, 60_000_000, 3_600_000_000, 90_000_000_000, 2_678_400_000_000, -1]
    return .string(now.advanced(byMicroseconds: pick(steps)).description)
  }

  /// A value of one of the latest lines that may have it, or of any; when none has, an id that names
  /// nothing.
  private mutating func label(_ field: String) -> JSONValue {
    let labels = labels[field] ?? ["nothing"]
    let choice = Int(next())
    let back = choice < 192 ? min(choice % 4, labels.count - 1) : choice % labels.count
    return .string(labels[labels.count - 1 - back])
  }
}
