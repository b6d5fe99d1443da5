import HoldfastPostgres

/// What of an answer has to be the same.
struct ComparedAnswer: Equatable, CustomStringConvertible {
  var rows: [[[UInt8]?]]
  /// Rows changed; `nil` of a query.
  var affected: Int?

  /// Numbers and clocks of the two servers are their own, and so is the order of what is grouped.
  private static let own: Set<String> = ["transaction_number", "feed", "feed_horizon"]
  private static let unordered: Set<String> = [
    "next_lapses", "stream_counts", "due_counts", "accounts_by_identity", "free_streams",
    "consumption_of_tenant", "usage_of_tenant",
  ]

  init(_ name: String, _ answer: Rows) {
    rows = ComparedAnswer.own.contains(name) ? [] : answer.fields
    affected = answer.columnCount == 0 && !ComparedAnswer.own.contains(name) ? answer.affected : nil
    if name == "clock" { rows = rows.map { Array($0.dropFirst()) } }
    if ComparedAnswer.unordered.contains(name) { rows.sort { "\($0)" < "\($1)" } }
    if rows.isEmpty, affected == 0 { affected = nil }
  }

  var isEmpty: Bool { rows.isEmpty && affected == nil }

  var description: String { "\(rows.count) rows \(rows) (\(affected ?? 0))" }
}
