import Foundation
import Holdfast

/// Prints figures, each with the baseline that it is compared with: as a table or, for programs, as
/// one JSON object a line.
struct Report {
  private struct Figure {
    let name: String
    let value: Double
    let unit: String
    /// `value` over `baseline`.
    let ratio: Double?
    let baseline: String?
  }

  let isJSON: Bool

  /// The middle one of `runs` measurements.
  static func median(runs: Int = 5, _ measure: () throws -> Double) rethrows -> Double {
    var values: [Double] = []
    for _ in 0..<runs { values.append(try measure()) }
    return values.sorted()[runs / 2]
  }

  /// Says what the table is about; a program is told by the names.
  func begin(_ heading: String) {
    note("\(heading)\n")
  }

  /// A line for people: in the table, or beside the objects.
  func note(_ line: String) {
    write(line, to: isJSON ? .standardError : .standardOutput)
  }

  /// A line of the table, or an object. Written at once: a run is long.
  func line(_ line: String) {
    write(line, to: .standardOutput)
  }

  private func write(_ line: String, to file: FileHandle) {
    file.write(Data((line + "\n").utf8))
  }

  func add(
    _ name: String, _ value: Double, _ unit: String, over baseline: (String, Double)? = nil
  ) {
    let figure = Figure(
      name: name, value: value, unit: unit, ratio: baseline.map { value / $0.1 },
      baseline: baseline?.0)
    line(isJSON ? Report.json(figure) : Report.row(figure))
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

  private static func row(_ figure: Figure) -> String {
    let ratio = figure.ratio.map { String(format: "%8.2f ×", $0) } ?? ""
    let name = figure.name.padding(toLength: 40, withPad: " ", startingAt: 0)
    return "\(name)\(right(grouped(figure.value), 12)) \(figure.unit)\(ratio) "
      + (figure.baseline ?? "")
  }

  static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  static func grouped(_ value: Double) -> String {
    guard value >= 100 else { return String(format: "%.2f", value) }
    var digits = String(Int(value.rounded()))
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return ([digits] + groups).joined(separator: ",")
  }

  static var machine: String {
    let information = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = information?.split(separator: "\n").first { $0.hasPrefix("model name") }?
      .split(separator: ":").last?.trimmingCharacters(in: .whitespaces)
    return "\(ProcessInfo.processInfo.activeProcessorCount) cores, \(model ?? "processor unknown")"
  }
}
