/// The SQL of `Benchmarks/Baselines`, embedded.
enum BaselineScript {
  static let schema = text(PackageResources.schema_sql)
  static let function = text(PackageResources.function_sql)
  static let guardedReserve = text(PackageResources.guarded_reserve_sql)
  static let guardedSettle = text(PackageResources.guarded_settle_sql)
  static let verify = text(PackageResources.verify_sql)
  static let holdfastPreload = text(PackageResources.holdfast_preload_sql)
  static let holdfastStatistics = text(PackageResources.holdfast_statistics_sql)
  static let holdfastVerify = text(PackageResources.holdfast_verify_sql)

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
