import Foundation
import Holdfast

/// Figures with their medians, and the baseline each is compared with.
struct Report {
  struct Figure {
    let name: String
    /// The middle one of the runs.
    let value: Double
    let unit: String
    /// `value` over `baseline`.
    let ratio: Double?
    let baseline: String?
  }

  let isJSON: Bool
  private var figures: [Figure] = []

  init(isJSON: Bool) {
    self.isJSON = isJSON
  }

  /// The middle one of `runs` measurements.
  static func median(runs: Int = 5, _ measure: () throws -> Double) rethrows -> Double {
    var values: [Double] = []
    for _ in 0..<runs { values.append(try measure()) }
    return values.sorted()[runs / 2]
  }

  mutating func add(
    _ name: String, _ value: Double, _ unit: String, over baseline: (String, Double)? = nil
  ) {
    let figure = Figure(
      name: name, value: value, unit: unit, ratio: baseline.map { value / $0.1 },
      baseline: baseline?.0)
    figures.append(figure)
    if isJSON { print(Report.json(figure)) }
  }

  private static func json(_ figure: Figure) -> String {
    var object = JSONObject()
    object["name"] = .string(figure.name)
    object["value"] = .number(figure.value)
    object["unit"] = .string(figure.unit)
    if let ratio = figure.ratio { object["ratio"] = .number(ratio) }
    if let baseline = figure.baseline { object["baseline"] = .string(baseline) }
    return JSONValue.object(object).text
  }

  func finish() {
    guard !isJSON else { return }
    print("\(Report.machine); medians of 5 runs; every run's ledger was verified")
    print("")
    for figure in figures {
      let value = Report.grouped(figure.value)
      let ratio = figure.ratio.map { String(format: "%8.2f ×", $0) } ?? ""
      let name = figure.name.padding(toLength: 30, withPad: " ", startingAt: 0)
      let padded = String(repeating: " ", count: max(0, 14 - value.count)) + value
      print("\(name)\(padded) \(figure.unit)\(ratio) \(figure.baseline ?? "")")
    }
  }

  private static func grouped(_ value: Double) -> String {
    guard value >= 100 else { return String(format: "%.2f", value) }
    var digits = String(Int(value.rounded()))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  private static var machine: String {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = information?.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return "\(ProcessInfo.processInfo.activeProcessorCount) cores, \(model ?? "processor unknown")"
  }
}
