package import Holdfast

/// What the `state` column of a balance holds: the lots with something remaining, and the repayments
/// of debt that were not undone.
package struct BalanceParts: Hashable, Sendable {
  package var lots: [Lot]
  /// In the order made.
  package var repayments: [Draw]

  private static let format: UInt8 = 1

  package init(lots: [Lot], repayments: [Draw]) {
    self.lots = lots
    self.repayments = repayments
  }

  package static func bytes(
    lots: some Collection<Lot>, repayments: [Draw]
  ) -> [UInt8] {
    var writer = ByteWriter(format: format, capacity: 16 + 32 * lots.count)
    writer.count(lots.count)
    for lot in lots {
      writer.unsigned(UInt64(bitPattern: lot.version))
      writer.lot(lot)
    }
    writer.draws(repayments)
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(CorruptRow) {
    var reader = try ByteReader(bytes, of: .stream, format: BalanceParts.format)
    let count = try reader.count(size: 6)
    lots = []
    lots.reserveCapacity(count)
    for _ in 0..<count {
      let version = try reader.version(Int64(bitPattern: try reader.unsigned()))
      lots.append(try reader.lot(version: version))
    }
    repayments = try reader.draws()
    try reader.end()
  }
}
