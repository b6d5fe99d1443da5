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
      MetricsShape.MetricsObserver().observe(
        .commandFinished(.settle, code: nil, duration: .milliseconds(3), duplicate: true))
    }
    #expect(
      metrics.lines == [
        "holdfast_commands command=settle code=applied duplicate=true + 1",
        "holdfast_command_duration command=settle 3000000 ns",
      ])

    Notes.$traces.withValue(traces) {
      TracingShape.TracingObserver().observe(
        .commandFinished(.settle, code: .unavailable, duration: .milliseconds(3), duplicate: false))
    }
    #expect(traces.lines == ["holdfast.settle 3000000 ns code=unavailable duplicate=false error"])
  }

  /// What is told besides commands, and what the adapters make of it.
  private static let others: [(event: LedgerEvent, log: String, metrics: [String])] = [
    (
      .retry(.settle, after: .unavailable, attempt: 2),
      "info: ledger command repeated [attempt: 2, code: unavailable, command: settle]",
      ["holdfast_retries command=settle code=unavailable + 1"]
    ),
    (
      .outcomeUnknown(.settle), "warning: ledger outcome unknown [command: settle]",
      ["holdfast_outcome_unknown command=settle + 1"]
    ),
    (
      .refusedForClockStep, "error: ledger refuses until its clock step is accepted []",
      ["holdfast_clock_step_refusals + 1"]
    ),
    (
      .clockStep(microseconds: -7), "error: ledger clock stepped [microseconds: -7]",
      ["holdfast_clock_steps + 1"]
    ),
    (
      .list(commands: 3), "debug: ledger list [commands: 3]", ["holdfast_list_commands 3"]
    ),
    (
      .sweep(SweepReport(expiredReservations: 2, expiredLots: 1, lagMicroseconds: 9)),
      "debug: ledger sweep [lag: 9, lots: 1, reservations: 2]", ["holdfast_sweep_lag 9 µs"]
    ),
    (
      .batch(
        BatchFigures(
          commands: 40, accounts: 30, queueTime: .init(longest: 900, mean: 500),
          phases: .init(load: 300, decide: 20, write: 700), retries: 1, outcome: .rolledBack)),
      """
      warning: ledger batch [accounts: 30, commands: 40, decide: 20, load: 300, \
      outcome: rolledBack, queue: 900, retries: 1, write: 700]
      """,
      [
        "holdfast_batches outcome=rolledBack + 1", "holdfast_batch_retries + 1",
        "holdfast_batch_commands 40", "holdfast_batch_accounts 30",
        "holdfast_batch_queue_longest 900 µs", "holdfast_batch_queue_mean 500 µs",
        "holdfast_batch_phase phase=load 300 µs", "holdfast_batch_phase phase=decide 20 µs",
        "holdfast_batch_phase phase=write 700 µs",
      ]
    ),
  ]

  @Test func `what else is told is logged and measured, and has no span`() {
    for other in ObservingSnippets.others {
      let (log, metrics, traces) = (Notes(), Notes(), Notes())
      let logger = LoggingShape.Logger(label: "holdfast")
      Notes.$log.withValue(log) {
        LoggingShape.LoggingObserver(logger: logger).observe(other.event)
      }
      Notes.$metrics.withValue(metrics) { MetricsShape.MetricsObserver().observe(other.event) }
      Notes.$traces.withValue(traces) { TracingShape.TracingObserver().observe(other.event) }
      #expect(log.lines == [other.log])
      #expect(metrics.lines == other.metrics)
      #expect(traces.lines.isEmpty)
    }
  }

  @Test func `the table of events has a row for each, in their order`() throws {
    let page = Markdown(
      try PackageFiles.text("Sources/Holdfast/Holdfast.docc/ObservingALedger.md"))
    let listed = page.table("events").map { Markdown.codes(in: $0[0]) }
    let source = Markdown(try PackageFiles.text("Sources/Holdfast/Ledger/LedgerEvent.swift"))
    let cases = source.lines.filter { $0.hasPrefix("  case ") }
      .compactMap { $0.dropFirst(7).split { !$0.isLetter }.first.map(String.init) }
    #expect(cases.count == 8)
    #expect(listed == cases.map { [$0] })
  }
}
