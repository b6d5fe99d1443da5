import Holdfast
import Testing

/// Adapters, each beside stand-ins of the shape that the package it is for has: what is used of it,
/// and no more.
@Suite struct ObservingSnippets {
  @Test func `a command that is refused is logged, counted, timed and traced`() async throws {
    let (log, metrics, traces) = (Notes(), Notes(), Notes())
    let ledger = LoggingShape.ledger()
    try await Notes.$log.withValue(log) {
      try await ledger.account("ada")["credits"].credit(10, key: "topup-1")
      _ = try? await ledger.account("ada")["credits"].debit(20, key: "order-1")
    }
    #expect(
      log.lines == [
        "debug: ledger command [code: applied, command: credit, duplicate: false]",
        "info: ledger command [code: insufficient_balance, command: debit, duplicate: false]",
      ])

    Notes.$metrics.withValue(metrics) {
      let measured = MetricsShape.MetricsObserver()
      measured.observe(
        .commandFinished(.settle, code: nil, duration: .milliseconds(3), duplicate: true))
      measured.observe(.retry(.settle, after: .unavailable, attempt: 2))
      measured.observe(.outcomeUnknown(.settle))
    }
    #expect(
      metrics.lines == [
        "holdfast_commands command=settle code=applied duplicate=true + 1",
        "holdfast_command_duration command=settle 3000000 ns",
        "holdfast_retries command=settle code=unavailable + 1",
        "holdfast_outcome_unknown command=settle + 1",
      ])

    Notes.$traces.withValue(traces) {
      TracingShape.TracingObserver().observe(
        .commandFinished(.settle, code: .unavailable, duration: .milliseconds(3), duplicate: false))
    }
    #expect(traces.lines == ["holdfast.settle 3000000 ns code=unavailable duplicate=false error"])
  }
}
