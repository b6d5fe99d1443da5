/// What any `LedgerStore` must keep, written once.
///
/// A store's test runs every case, each on a world of its own:
///
/// ```swift
/// @Test(.timeLimit(.minutes(1)), arguments: ConformanceSuite.cases)
/// func `it keeps what a store promises`(promise: ConformanceCase) async throws {
///   let clock = SimulatedClock()
///   let store = MyStore(clock: clock.storeClock)
///   try await promise.run(on: ConformanceWorld(store: store, clock: clock, tenant: "run-1"))
/// }
/// ```
public enum ConformanceSuite {
  /// Every case. They are independent of each other and of what else the store holds.
  public static let cases: [ConformanceCase] =
    keyCases + concurrencyCases + groupCases + groupKeyCases + listCases + refusalCases
    + reservationCases
    + timeCases + readCases + feedCases + identityCases + usageCases + statisticsCases
}
