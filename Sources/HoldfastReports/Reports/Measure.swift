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
  /// Left out of what people read altogether: it follows from the others.
  let isForPrograms: Bool
  /// What goes first where there is no room; 0 never goes.
  let importance: Int
  let value: @Sendable (Figures) -> Int64

  init(
    _ name: String, _ title: String, _ kind: Kind = .amount, isOptional: Bool = false,
    isForPrograms: Bool = false, importance: Int = 0,
    value: @escaping @Sendable (Figures) -> Int64
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.isOptional = isOptional
    self.isForPrograms = isForPrograms
    self.importance = importance
    self.value = value
  }
}
