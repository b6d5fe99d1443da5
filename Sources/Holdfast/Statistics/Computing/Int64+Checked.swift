extension Int64 {
  /// Adds in place; a sum that does not fit is `amount_overflow`.
  package mutating func add(_ other: Int64) throws(LedgerError) {
    let (sum, overflow) = addingReportingOverflow(other)
    guard !overflow else {
      throw LedgerError(.amountOverflow, "a sum does not fit 64 bits")
    }
    self = sum
  }
}
