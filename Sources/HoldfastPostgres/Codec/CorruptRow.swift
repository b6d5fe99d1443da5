/// Stored bytes that are not what was written. It carries nothing of the customer's.
package struct CorruptRow: Error, Hashable, Sendable, CustomStringConvertible {
  package let table: StoredTable
  /// What should have stood there, such as `a version`.
  package let expected: String

  package init(_ table: StoredTable, expected: String) {
    self.table = table
    self.expected = expected
  }

  package var description: String { "\(table.rawValue): expected \(expected)" }
}

/// The tables whose rows hold something encoded.
package enum StoredTable: String, Hashable, Sendable, CaseIterable {
  case journal
  case hold
  case lot
  case usageRecord = "usage_record"
  case stream
  case repayment
  case feed
  case unitDefinition = "unit_definition"
  case usageItem = "usage_item"
  case usageOverride = "usage_override"
}
