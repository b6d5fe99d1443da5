/// How often a metered hold calls the ledger.
enum HoldRates {
  /// The time between two reports, while there is something new to report.
  static let report = Duration.seconds(2)
  /// The least time between two increases: at most four a second.
  static let increase = Duration.milliseconds(250)
  /// How long a failing increase is repeated before the body is told.
  static let patience = Duration.seconds(2)
  /// The least time between two attempts to extend.
  static let extend = Duration.seconds(1)
  /// The pause after a first failure; it doubles up to `longestPause`.
  static let firstPause = Duration.milliseconds(100)
  static let longestPause = Duration.seconds(5)
}
