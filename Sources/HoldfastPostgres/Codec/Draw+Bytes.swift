internal import Holdfast

extension ByteWriter {
  mutating func draws(_ draws: [Draw]) {
    count(draws.count)
    for draw in draws {
      unsigned(UInt64(bitPattern: draw.lot) << 1 | (draw.isRepayment ? 1 : 0))
      amount(draw.amount)
    }
  }
}

extension ByteReader {
  mutating func draws() throws(CorruptRow) -> [Draw] {
    let count = try count(size: 2)
    var draws: [Draw] = []
    draws.reserveCapacity(count)
    for _ in 0..<count {
      let word = try unsigned()
      let lot = try version(Int64(bitPattern: word >> 1), from: Draw.debt)
      draws.append(Draw(lot: lot, amount: try amount(), isRepayment: word & 1 == 1))
    }
    return draws
  }
}
