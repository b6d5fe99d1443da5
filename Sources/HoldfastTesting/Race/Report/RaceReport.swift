internal import Holdfast
internal import HoldfastReports

/// A finished race as it is shown: as text for a terminal, as one JSON object, and as a page.
package struct RaceReport: Sendable {
  package let figures: RaceFigures
  package let header: RaceHeader
  package let setting: Setting
  package let verdict: RaceVerdict

  /// What the race was asked to be, and what it ran on.
  package struct Setting: Hashable, Sendable {
    package var clients: Int32
    package var processes: Int
    /// The calls a second that were meant; `nil` in a closed loop.
    package var rate: Double?
    package var faults: [RaceFault]
    package var cores: Int
    package var isDebugBuild: Bool
    /// What a call costs the harness and the client altogether, where it was measured.
    package var overhead: HarnessOverhead?

    package init(
      clients: Int32, processes: Int, rate: Double?, faults: [RaceFault], cores: Int,
      isDebugBuild: Bool, overhead: HarnessOverhead? = nil
    ) {
      self.clients = clients
      self.processes = processes
      self.rate = rate
      self.faults = faults
      self.cores = cores
      self.isDebugBuild = isDebugBuild
      self.overhead = overhead
    }
  }

  package init(
    figures: RaceFigures, header: RaceHeader, setting: Setting, verdict: RaceVerdict
  ) {
    self.figures = figures
    self.header = header
    self.setting = setting
    self.verdict = verdict
  }

  static let quantiles: [(name: String, share: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1),
  ]

  static let busiestCount = 8

  /// Milliseconds with as many digits as are worth reading.
  package static func milliseconds(_ nanoseconds: Double) -> String {
    let milliseconds = nanoseconds / 1e6
    return switch milliseconds {
    case ..<0.1: fixed(milliseconds, 3)
    case ..<10: fixed(milliseconds, 2)
    case ..<100: fixed(milliseconds, 1)
    default: Int64(milliseconds.rounded()).grouped
    }
  }

  /// A number with so many digits behind the point.
  static func fixed(_ value: Double, _ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let whole = Int64((value.magnitude * scale).rounded())
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard digits > 0 else { return sign + whole.grouped }
    let rest = String(whole % Int64(scale))
    let zeros = String(repeating: "0", count: digits - rest.count)
    return "\(sign)\((whole / Int64(scale)).grouped).\(zeros)\(rest)"
  }

  static func percent(_ part: Int64, of whole: Int64) -> String {
    whole == 0 ? "0 %" : fixed(100 * Double(part) / Double(whole), 1) + " %"
  }
}

/// What the checker found.
package struct RaceVerdict: Sendable {
  package struct Violation: Hashable, Sendable {
    /// Which invariant, such as `I11`.
    package let rule: String
    package let detail: String

    package init(rule: String, detail: String) {
      self.rule = rule
      self.detail = detail
    }
  }

  package var violations: [Violation]
  /// How many there are besides.
  package var unlisted: Int
  /// The interleaving behind the first violation, line by line, where it can be shown.
  package var interleaving: [String]
  /// What was looked at, such as `12,345 calls · 678 journal rows`.
  package var looked: String
  package var seconds: Double

  package init(
    violations: [Violation], unlisted: Int = 0, interleaving: [String] = [], looked: String,
    seconds: Double
  ) {
    self.violations = violations
    self.unlisted = unlisted
    self.interleaving = interleaving
    self.looked = looked
    self.seconds = seconds
  }

  package var isSound: Bool { violations.isEmpty && unlisted == 0 }
}

/// What the harness itself costs.
package struct HarnessOverhead: Hashable, Sendable {
  /// Processor microseconds a call, with a target that answers at once.
  package var harness: Double
  /// Processor microseconds a call of the whole client in the race.
  package var client: Double

  package init(harness: Double, client: Double) {
    self.harness = harness
    self.client = client
  }

  package var share: Double { client > 0 ? harness / client : 0 }
}
