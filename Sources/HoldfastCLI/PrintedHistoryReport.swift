internal import Holdfast
internal import HoldfastReports
internal import HoldfastTesting

/// What the check of a history found, for people and as JSON.
struct PrintedHistoryReport {
  let report: HistoryReport
  let evidence: RaceEvidence?
  /// Where the evidence was written to.
  let evidencePath: String?
  let seconds: Duration

  /// How many findings are printed.
  private static let most = 20

  private var violations: Int { report.findingCounts.values.reduce(0, +) }

  var text: [String] {
    let header = report.header
    let counts = report.counts
    var lines = [
      "run \(header.run.printable): \(header.shape.printable) on \(header.store.printable),"
        + " seed \(header.seed)",
      "\(counts.calls) calls: \(counts.applied) applied (\(counts.duplicates) of them again),"
        + " \(counts.refused) refused, \(counts.unknown) unknown; \(report.faults) faults",
      "\(report.rows) rows, \(counts.judged) refusals and reads compared with them in"
        + " \(seconds.formatted)",
    ]
    if !report.unjudged.isEmpty {
      let codes = report.unjudged.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      lines.append("not judged: \(codes.joined(separator: ", "))")
    }
    for path in report.truncated {
      lines.append("\(path.printable): the last line was cut off, and is left out")
    }
    lines.append("\(violations) violations")
    lines += report.findings.prefix(PrintedHistoryReport.most).map {
      "  \($0.invariant): \($0.detail.printable)"
    }
    if violations > PrintedHistoryReport.most {
      lines.append("  … and \(violations - PrintedHistoryReport.most) more")
    }
    return lines + evidenceText
  }

  private var evidenceText: [String] {
    guard let evidence else { return [] }
    let head = "\(evidence.finding.invariant), as few calls as show it:"
    let path = evidencePath.map { ["written to \($0.printable)"] } ?? []
    return ["", head] + evidence.lines.map { "  \($0.printable)" } + path
  }

  var json: JSONValue {
    let counts = report.counts
    return [
      "sound": .bool(report.isSound), "run": .string(report.header.run),
      "tenant": .string(report.header.tenant),
      "calls": [
        "all": .integer(Int64(counts.calls)), "applied": .integer(Int64(counts.applied)),
        "duplicate": .integer(Int64(counts.duplicates)),
        "refused": .integer(Int64(counts.refused)), "unknown": .integer(Int64(counts.unknown)),
        "judged": .integer(Int64(counts.judged)),
      ],
      "unjudged": .object(counted(report.unjudged)), "rows": .integer(Int64(report.rows)),
      "faults": .integer(Int64(report.faults)),
      "truncated": .array(report.truncated.map { .string($0) }),
      "violations": .array(
        report.findings.map {
          ["invariant": .string($0.invariant), "detail": .string($0.detail)]
        }),
      "violationCounts": .object(counted(report.findingCounts)),
      "evidence": evidence.map { .array($0.lines.map { .string($0) }) } ?? .null,
    ]
  }

  private func counted(_ counts: [String: Int]) -> JSONObject {
    JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
  }
}

extension Duration {
  fileprivate var formatted: String {
    let tenths = components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
