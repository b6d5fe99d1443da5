internal import Holdfast

/// A figure that has a sum, and how it is shown.
struct Measure<Figures: StatisticsFigures>: Sendable {
  enum Kind: Sendable {
    /// Of the unit.
    case amount
    /// Of things that are counted whole.
    case count
  }

  /// Its name in CSV and JSON, which is that of the Swift property.
  let name: String
  /// Its name among people.
  let title: String
  let kind: Kind
  /// Left out of what people read where it is zero throughout.
  let isOptional: Bool
  /// What goes first where there is no room; 0 never goes.
  let importance: Int
  let value: @Sendable (Figures) -> Int64

  init(
    _ name: String, _ title: String, _ kind: Kind = .amount, isOptional: Bool = false,
    importance: Int = 0, value: @escaping @Sendable (Figures) -> Int64
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.isOptional = isOptional
    self.importance = importance
    self.value = value
  }
}

/// A figure that is made of others and has no sum, such as a share or a percentile.
struct Derived<Figures: StatisticsFigures>: Sendable {
  let name: String
  let title: String
  let importance: Int
  /// For people; empty where there is none.
  let text: @Sendable (Figures) -> String
  /// For programs; `null` where there is none.
  let value: @Sendable (Figures) -> JSONValue

  init(
    _ name: String, _ title: String, importance: Int = 0,
    text: @escaping @Sendable (Figures) -> String,
    value: @escaping @Sendable (Figures) -> JSONValue
  ) {
    self.name = name
    self.title = title
    self.importance = importance
    self.text = text
    self.value = value
  }
}
