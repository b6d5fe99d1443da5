package import Holdfast

/// What the `state` column of a balance holds: the lots with something remaining, and the latest
/// repayments of debt that were not undone.
package struct BalanceParts: Hashable, Sendable {
  package var lots: [Lot]
  /// In the order made.
  package var repayments: [Draw]
  /// How many blocks of earlier ones there are in the table `repayment`.
  package var blocks: Int64

  private static let format: UInt8 = 1
  /// Where there are blocks.
  private static let partedFormat: UInt8 = 2

  package init(lots: [Lot], repayments: [Draw], blocks: Int64 = 0) {
    self.lots = lots
    self.repayments = repayments
    self.blocks = blocks
  }

  package static func bytes(
    lots: some Collection<Lot>, repayments: some Sequence<Draw>, blocks: Int64 = 0
  ) -> [UInt8] {
    var writer = ByteWriter(
      format: blocks == 0 ? format : partedFormat, capacity: 16 + 32 * lots.count)
    if blocks > 0 { writer.unsigned(UInt64(blocks)) }
    writer.count(lots.count)
    for lot in lots {
      writer.unsigned(UInt64(bitPattern: lot.version))
      writer.lot(lot)
    }
    writer.draws(Array(repayments))
    return writer.bytes
  }

  package init(bytes: [UInt8]) throws(CorruptRow) {
    let isParted = bytes.first == BalanceParts.partedFormat
    var reader = try ByteReader(
      bytes, of: .stream, format: isParted ? BalanceParts.partedFormat : BalanceParts.format)
    blocks = isParted ? try reader.version(Int64(bitPattern: try reader.unsigned())) : 0
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
