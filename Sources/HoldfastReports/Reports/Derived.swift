internal import Holdfast

/// A figure that is made of others and has no sum, such as a share or a percentile.
struct Derived<Figures: StatisticsFigures>: Sendable {
  let name: String
  let title: String
  /// The name of the measure that it stands behind; `nil` for the end.
  let after: String?
  let importance: Int
  /// For people; empty where there is none.
  let text: @Sendable (Figures) -> String
  /// For programs; `null` where there is none.
  let value: @Sendable (Figures) -> JSONValue

  init(
    _ name: String, _ title: String, after: String? = nil, importance: Int = 0,
    text: @escaping @Sendable (Figures) -> String,
    value: @escaping @Sendable (Figures) -> JSONValue
  ) {
    self.name = name
    self.title = title
    self.after = after
    self.importance = importance
    self.text = text
    self.value = value
  }
}
