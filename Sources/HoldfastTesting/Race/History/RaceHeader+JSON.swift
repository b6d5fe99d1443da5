package import Holdfast

/// The header as the first line of a file.
extension RaceHeader {
  package var json: JSONValue {
    [
      "holdfastHistory": .integer(RaceHeader.format),
      "run": .string(run), "tenant": .string(tenant), "shape": .string(shape),
      "seed": seed > UInt64(Int64.max) ? .unsigned(seed) : .integer(Int64(seed)),
      "store": .string(store), "target": .string(target.rawValue), "started": .integer(started),
      "origin": .integer(origin), "accounts": .integer(Int64(accounts)),
      "units": .array(units.map { .string($0) }), "items": .array(items.map(\.json)),
      "opening": .array(opening.map(\.json)), "overdraft": .array(overdraft.map(\.json)),
    ]
  }

  /// What is wrong with a header, as a sentence.
  package struct Malformed: Error {
    package let reason: String
  }

  /// Reads the first line of a file.
  package init(json value: JSONValue) throws(Malformed) {
    guard case .object(let object) = value, let format = object["holdfastHistory"] else {
      throw Malformed(reason: "it is no history: the first line is not its header")
    }
    guard format == .integer(RaceHeader.format) else {
      throw Malformed(
        reason: "it has format \(format.text), this release reads \(RaceHeader.format)")
    }
    let fields = Fields(object: object)
    guard let target = Target(rawValue: try fields.string("target")) else {
      throw Malformed(reason: "target: must be holdfast or adapter")
    }
    self.init(
      run: try fields.string("run"), tenant: try fields.string("tenant"),
      shape: try fields.string("shape"), seed: try fields.seed(),
      store: try fields.string("store"), target: target, started: try fields.integer("started"),
      origin: try fields.integer("origin"), accounts: try fields.count("accounts"))
    units = try fields.array("units").map { value throws(Malformed) in
      guard case .string(let unit) = value else { throw Malformed(reason: "units: must be texts") }
      return unit
    }
    items = try fields.array("items").map { value throws(Malformed) in try Item(json: value) }
    opening = try fields.amounts("opening")
    overdraft = try fields.amounts("overdraft")
  }

  private struct Fields {
    let object: JSONObject

    func string(_ name: String) throws(Malformed) -> String {
      guard case .string(let text) = object[name] else {
        throw Malformed(reason: "\(name): must be a text")
      }
      return text
    }

    func integer(_ name: String) throws(Malformed) -> Int64 {
      guard case .integer(let number) = object[name] else {
        throw Malformed(reason: "\(name): must be an integer")
      }
      return number
    }

    func count(_ name: String) throws(Malformed) -> Int32 {
      guard let count = Int32(exactly: try integer(name)), count >= 0 else {
        throw Malformed(reason: "\(name): must be 0 to \(Int32.max)")
      }
      return count
    }

    func seed() throws(Malformed) -> UInt64 {
      switch object["seed"] {
      case .integer(let number) where number >= 0: return UInt64(number)
      case .unsigned(let number): return number
      default: throw Malformed(reason: "seed: must be 0 to \(UInt64.max)")
      }
    }

    func array(_ name: String) throws(Malformed) -> [JSONValue] {
      guard case .array(let values) = object[name] else {
        throw Malformed(reason: "\(name): must be an array")
      }
      return values
    }

    func amounts(_ name: String) throws(Malformed) -> [Amounts] {
      try array(name).map { value throws(Malformed) in
        switch value {
        case .integer(let amount): return .all(amount)
        case .array(let values):
          return .each(
            try values.map { value throws(Malformed) in
              guard case .integer(let amount) = value else {
                throw Malformed(reason: "\(name): must be integers")
              }
              return amount
            })
        default: throw Malformed(reason: "\(name): must be integers, or arrays of them")
        }
      }
    }
  }
}

extension RaceHeader.Item {
  fileprivate var json: JSONValue {
    ["name": .string(name), "maximum": maximum.map { .integer($0) } ?? .null]
  }

  fileprivate init(json value: JSONValue) throws(RaceHeader.Malformed) {
    guard case .object(let object) = value, case .string(let name) = object["name"] else {
      throw RaceHeader.Malformed(reason: "items: each must have a name")
    }
    switch object["maximum"] {
    case .integer(let maximum): self.init(name: name, maximum: maximum)
    case .null, nil: self.init(name: name, maximum: nil)
    default: throw RaceHeader.Malformed(reason: "items: maximum must be an integer")
    }
  }
}

extension RaceHeader.Amounts {
  fileprivate var json: JSONValue {
    switch self {
    case .all(let amount): .integer(amount)
    case .each(let amounts): .array(amounts.map { .integer($0) })
    }
  }
}
