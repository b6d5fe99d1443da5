/// A day of the week, numbered as in ISO 8601: Monday is 1, Sunday is 7.
public enum Weekday: Int, Sendable, Hashable, CaseIterable {
  /// 1.
  case monday = 1
  /// 2 to 7.
  case tuesday, wednesday, thursday, friday, saturday, sunday
}
