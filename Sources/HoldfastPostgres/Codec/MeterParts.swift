package import Holdfast

private struct CounterFlags: OptionSet {
  let rawValue: UInt8

  static let start = CounterFlags(rawValue: 1 << 0)
  static let end = CounterFlags(rawValue: 1 << 1)
  static let measuresSpent = CounterFlags(rawValue: 1 << 2)
}

/// What the `state` column of a meter holds: the counters of the limits in force, and the definitions
/// that they were made for.
package struct MeterParts: Hashable, Sendable {
  /// In the order of the limits.
  package var counters: [UsageCounter]
  package var revision: Revision?

  private static let format: UInt8 = 1

  package init(counters: [UsageCounter], revision: Revision?) {
    self.counters = counters
    self.revision = revision
  }

  package var bytes: [UInt8] {
    var writer = ByteWriter(format: MeterParts.format, capacity: 8 + 48 * counters.count)
    writer.byte(revision == nil ? 0 : 1)
    if let revision { writer.revision(revision) }
    writer.count(counters.count)
    for counter in counters { writer.counter(counter) }
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(CorruptRow) {
    var reader = try ByteReader(bytes, of: .stream, format: MeterParts.format)
    switch try reader.byte() {
    case 0: revision = nil
    case 1: revision = try reader.revision()
    default: throw reader.corrupt("whether there is a revision")
    }
    let count = try reader.count(size: 4)
    counters = []
    counters.reserveCapacity(count)
    for _ in 0..<count { counters.append(try reader.counter()) }
    try reader.end()
  }
}

extension ByteWriter {
  mutating func revision(_ revision: Revision) {
    signed(Int64(revision.definition))
    signed(Int64(revision.override))
  }

  fileprivate mutating func counter(_ counter: UsageCounter) {
    var flags: CounterFlags = []
    if counter.start != nil { flags.insert(.start) }
    if counter.end != nil { flags.insert(.end) }
    if counter.limit.measures != .count { flags.insert(.measuresSpent) }
    byte(flags.rawValue)
    window(counter.limit.window)
    amount(counter.limit.maximum)
    if case .spent(let unit) = counter.limit.measures { text(unit.text) }
    if let start = counter.start { instant(start, from: .epoch) }
    if let end = counter.end { instant(end, from: .epoch) }
    amount(counter.used)
  }
}

extension ByteReader {
  mutating func revision() throws(CorruptRow) -> Revision {
    let definition = try int32()
    return Revision(definition: definition, override: try int32())
  }

  fileprivate mutating func counter() throws(CorruptRow) -> UsageCounter {
    let flags = CounterFlags(rawValue: try byte())
    let window = try window()
    let maximum = try amount()
    let measures: UsageLimit.Measure =
      flags.contains(.measuresSpent) ? .spent(UnitName(text: try text())) : .count
    let start = flags.contains(.start) ? try instant(from: .epoch) : nil
    let end = flags.contains(.end) ? try instant(from: .epoch) : nil
    return UsageCounter(
      limit: UsageLimit(window: window, maximum: maximum, measures: measures), start: start,
      end: end, used: try amount())
  }
}
