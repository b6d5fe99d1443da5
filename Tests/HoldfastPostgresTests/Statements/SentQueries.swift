import HoldfastPostgres

/// Every statement that a store sends while it works, for the standard schema.
enum SentQueries {
  static let all = queries(in: Queries(schema: .standard)) + TransactionQueries.all

  /// Those of one room, such as `loading`.
  static func room(_ name: String) -> [Query] {
    Mirror(reflecting: Queries(schema: .standard)).children
      .filter { $0.label == name }.flatMap { queries(in: $0.value) }
  }

  private static func queries(in value: Any) -> [Query] {
    if let query = value as? Query { return [query] }
    return Mirror(reflecting: value).children.flatMap { queries(in: $0.value) }
  }
}
