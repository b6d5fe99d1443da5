/// The feed, which is told by what a snapshot sees.
extension SimulatedDatabase {
  /// A snapshot as the server writes it: the first number under way, the next one to be given, and
  /// those under way between.
  var horizon: String {
    let underWay = transactions.values.compactMap(\.number).sorted()
    let numbers = underWay.map { String($0) }.joined(separator: ",")
    return "\(underWay.first ?? nextNumber):\(nextNumber):\(numbers)"
  }

  private struct Snapshot {
    let least: UInt64
    let next: UInt64
    let underWay: Set<UInt64>

    init(_ text: [UInt8]) {
      let parts = String(decoding: text, as: UTF8.self).split(
        separator: ":", omittingEmptySubsequences: false)
      precondition(parts.count == 3, "not a snapshot")
      least = UInt64(parts[0]) ?? 0
      next = UInt64(parts[1]) ?? 0
      underWay = Set(parts[2].split(separator: ",").compactMap { UInt64($0) })
    }

    func sees(_ number: UInt64) -> Bool { number < next && !underWay.contains(number) }
  }

  func feed(_ arguments: Arguments, _ id: TransactionID) -> [[Field]] {
    let (shown, window) = (Snapshot(arguments.bytes(2)), Snapshot(arguments.bytes(3)))
    let after = (
      arguments.bytes(4).number(UInt64.self), arguments.int8(5),
      arguments.bytes(6).number(UInt64.self)
    )
    let rows = allKeys(.feed, slot: arguments.int2(1), for: id)
      .compactMap { row(.feed, $0, for: id) }
      .map {
        (
          place: ($0[3] ?? []).number(UInt64.self), at: ($0[1] ?? []).number(Int64.self),
          number: ($0[0] ?? []).number(UInt64.self), fields: $0
        )
      }
      .filter { row in
        row.number >= shown.least && !shown.sees(row.number) && window.sees(row.number)
          && (row.place, row.at, row.number) > after
      }
      .sorted { ($0.place, $0.at, $0.number) < ($1.place, $1.at, $1.number) }
    return rows.prefix(Int(arguments.int8(7))).map(\.fields)
  }
}
