package import Holdfast

/// A row of the table `repayment`: as many repayments of debt as every block has, in the order made.
package enum RepaymentBlock {
  package static let size = 32

  private static let format: UInt8 = 1

  package static func body(_ repayments: some Sequence<Draw>) -> [UInt8] {
    var writer = ByteWriter(format: format, capacity: 8 * size)
    writer.draws(Array(repayments))
    return writer.bytes
  }

  package static func repayments(_ body: [UInt8]) throws(CorruptRow) -> [Draw] {
    var reader = try ByteReader(body, of: .repayment, format: format)
    let repayments = try reader.draws()
    try reader.end()
    guard repayments.count == size else { throw reader.corrupt("\(size) repayments") }
    return repayments
  }
}
