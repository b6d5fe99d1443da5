/// What a group has in common.
public enum StatisticsKey: Hashable, Sendable {
  /// This value; an empty text is one, too.
  case value(ByteText)
  /// None: no description, no item, no such metadata.
  case none
  /// All that is not among the first so many that were asked for.
  case rest
}

extension StatisticsKey: Comparable {
  /// Values in byte order, then none, then the rest.
  public static func < (left: StatisticsKey, right: StatisticsKey) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): left < right
    case (.value, _): true
    case (.none, .rest): true
    case (.none, _), (.rest, _): false
    }
  }
}
