internal import Foundation
internal import Holdfast

/// What `holdfast report` was asked for, as far as it can be known without a store.
struct ReportOptions: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case consumption
    case usage
    case reservations
    case expiring
    case top
    case breakage
  }

  enum Format: String, CaseIterable, Sendable {
    case table
    case csv
    case json
    case svg
    case html
  }

  let kind: Kind
  let source: OpenedStore.Source
  let tenant: TenantName
  let account: AccountName?
  let unit: UnitName
  let item: ItemName?
  let from: String
  let to: String?
  let granularity: CalendarUnit?
  let timeZone: String
  let weekStart: Weekday
  let grouping: ReportGrouping?
  /// `nil` for all groups.
  let top: Int?
  let format: Format
  /// Where it is written; `nil` for standard output.
  let file: String?

  private static let names: Set<String> = [
    "--tenant", "--account", "--unit", "--item", "--from", "--to", "--granularity", "--time-zone",
    "--week-start", "--group-by", "--top", "--format", "--output", "-o", "--store", "--schema",
    "--scenario",
  ]

  init(_ arguments: [String]) throws(Arguments.Misuse) {
    let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
    guard let word = arguments.first, let kind = Kind(rawValue: word) else {
      throw Arguments.Misuse(reason: "the first argument is one of \(kinds)")
    }
    let options = try Arguments(
      Array(arguments.dropFirst()), options: ReportOptions.names, flags: [])
    self.kind = kind
    source = try options.source()
    tenant = TenantName(try options.need("--tenant"))
    account = options["--account"].map { AccountName($0) }
    unit = UnitName(options["--unit"] ?? "credits")
    item = options["--item"].map { ItemName($0) }
    from = options["--from"] ?? (kind == .expiring ? "+30d" : "30d")
    to = options["--to"]
    granularity = try options.choice("--granularity")
    timeZone = options["--time-zone"] ?? "UTC"
    weekStart = try ReportOptions.weekStart(options["--week-start"])
    grouping = try ReportGrouping(options["--group-by"], in: kind)
    top = try ReportOptions.top(options["--top"])
    guard options["-o"] == nil || options["--output"] == nil else {
      throw Arguments.Misuse(reason: "-o and --output are the same option")
    }
    let file = options["-o"] ?? options["--output"]
    self.file = file == "-" ? nil : file
    let ending = (self.file as NSString?)?.pathExtension.lowercased() ?? ""
    format = try options.choice("--format") ?? Format(rawValue: ending) ?? .table
    try ReportOptions.check(options, kind)
  }

  /// What would be passed over in silence is refused.
  private static func check(
    _ options: Arguments, _ kind: Kind
  ) throws(Arguments.Misuse) {
    if options["--item"] != nil, kind != .usage {
      throw Arguments.Misuse(reason: "--item is for report usage")
    }
    if kind == .top, options["--account"] != nil {
      throw Arguments.Misuse(reason: "report top compares accounts; leave --account out")
    }
  }

  private static func weekStart(_ text: String?) throws(Arguments.Misuse) -> Weekday {
    guard let text else { return .monday }
    guard let day = Weekday.allCases.first(where: { "\($0)" == text }) else {
      let days = Weekday.allCases.map { "\($0)" }.joined(separator: ", ")
      throw Arguments.Misuse(reason: "--week-start takes \(days)")
    }
    return day
  }

  private static func top(_ text: String?) throws(Arguments.Misuse) -> Int? {
    if text == "all" { return nil }
    guard let count = Int(text ?? "20"), (1...1000).contains(count) else {
      throw Arguments.Misuse(reason: "--top takes an integer from 1 to 1000, or all")
    }
    return count
  }

  /// The period by the store's time, and the granularity that suits its length unless one was given.
  func period(now: Instant) throws(Arguments.Misuse) -> StatisticsPeriod {
    guard Window.invalidTimeZone(timeZone) == nil, let zone = ZoneRules(timeZone) else {
      throw Arguments.Misuse(
        reason: "--time-zone takes an IANA identifier such as Europe/Berlin or UTC")
    }
    let first = try instant(from, "--from", zone, now)
    let last = try to.map { text throws(Arguments.Misuse) in
      try instant(text, "--to", zone, now)
    }
    let end = last.map { to?.hasPrefix("+") == true ? $0.end : $0.start } ?? first.end
    guard first.start <= end else {
      throw Arguments.Misuse(reason: "the period ends at \(end), before it begins")
    }
    return StatisticsPeriod(
      from: first.start, to: end, by: granularity ?? ReportOptions.granularity(first.start, end),
      timeZone: timeZone, weekStart: weekStart)
  }

  private func instant(
    _ text: String, _ option: String, _ zone: ZoneRules, _ now: Instant
  ) throws(Arguments.Misuse) -> ReportInstant {
    guard let found = ReportInstant(text, in: zone, weekStart: weekStart, now: now) else {
      throw Arguments.Misuse(reason: "\(option) takes \(ReportInstant.words)")
    }
    return found
  }

  private static func granularity(_ from: Instant, _ to: Instant) -> CalendarUnit {
    switch (to.microseconds - from.microseconds) / 3_600_000_000 {
    case ..<3: .minute
    case ..<50: .hour
    case ..<2_300: .day
    case ..<27_000: .month
    default: .year
    }
  }
}
