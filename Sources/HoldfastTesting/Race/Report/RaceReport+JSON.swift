package import Holdfast

/// The report for programs. Members are only ever added.
extension RaceReport {
  package var json: JSONValue {
    [
      "holdfastStress": .integer(1),
      "run": [
        "id": .string(header.run), "tenant": .string(header.tenant),
        "shape": .string(header.shape), "store": .string(header.store),
        "target": .string(header.target.rawValue),
        "seed": header.seed > UInt64(Int64.max)
          ? .unsigned(header.seed) : .integer(Int64(header.seed)),
        "clients": .integer(Int64(setting.clients)),
        "processes": .integer(Int64(setting.processes)),
        "rate": setting.rate.map { .number($0) } ?? .null,
        "faults": .array(setting.faults.map { .string($0.rawValue) }),
        "cores": .integer(Int64(setting.cores)), "debugBuild": .bool(setting.isDebugBuild),
      ],
      "calls": [
        "total": .integer(figures.calls), "applied": .integer(figures.applied),
        "duplicates": .integer(figures.duplicates), "refused": .integer(figures.refused),
        "unknown": .integer(figures.unknown), "seconds": .number(figures.seconds),
        "perSecond": .number(figures.rate),
      ],
      "latencyMilliseconds": RaceReport.json(figures.latencies),
      "words": .object(
        JSONObject(
          figures.wordLines.map { line in
            let value: JSONValue = [
              "calls": .integer(line.figures.calls), "refused": .integer(line.figures.refused),
              "latencyMilliseconds": RaceReport.json(line.figures.latencies),
            ]
            return (name: line.word.rawValue, value: value)
          })),
      "refusals": .object(
        JSONObject(figures.refusalLines.map { (name: $0.code, value: .integer($0.count)) })),
      "busiest": .array(figures.busiest(RaceReport.busiestCount).map(RaceReport.json)),
      "slotSeconds": .number(figures.slotSeconds),
      "slots": .array(figures.slots.map(RaceReport.json)),
      "faults": .array(
        figures.faults.map { ["seconds": .number($0.at), "fault": .string($0.text)] }),
      "harness": harness, "check": check,
    ]
  }

  private var harness: JSONValue {
    [
      "microsecondsPerCall": setting.overhead.map { .number($0.harness) } ?? .null,
      "clientMicrosecondsPerCall": setting.overhead.map { .number($0.client) } ?? .null,
      "historyBytesPerCall": .number(figures.bytesPerCall),
    ]
  }

  private var check: JSONValue {
    [
      "sound": .bool(verdict.isSound), "seconds": .number(verdict.seconds),
      "looked": .string(verdict.looked),
      "violations": .array(
        verdict.violations.map { ["rule": .string($0.rule), "detail": .string($0.detail)] }),
      "unlistedViolations": .integer(Int64(verdict.unlisted)),
      "interleaving": .array(verdict.interleaving.map { .string($0) }),
    ]
  }

  private static func json(_ latencies: LatencyHistogram) -> JSONValue {
    .object(
      JSONObject(
        quantiles.map { quantile in
          (name: quantile.name, value: .number(latencies.quantile(quantile.share) / 1e6))
        }))
  }

  private static func json(_ line: (account: Int32, figures: RaceFigures.Account)) -> JSONValue {
    [
      "account": .string(RaceHeader.accountName(line.account).string),
      "calls": .integer(line.figures.calls), "refused": .integer(line.figures.refused),
      "peak": .integer(line.figures.peak),
      "meanMilliseconds": .number(
        Double(line.figures.waited) / 1000 / Double(max(1, line.figures.calls))),
    ]
  }

  private static func json(_ slot: RaceFigures.Slot) -> JSONValue {
    [
      "applied": .integer(slot.applied), "refused": .integer(slot.refused),
      "unknown": .integer(slot.unknown),
      "p50": .number(slot.latencies.quantile(0.5) / 1e6),
      "p99": .number(slot.latencies.quantile(0.99) / 1e6),
    ]
  }
}
