import Holdfast
import Testing

@testable import HoldfastReports

@Suite struct ValueTests {
  @Test(
    "amounts have the digits of their unit, exactly",
    arguments: [
      (0, 0, "0", "0"), (1_234_567, 0, "1,234,567", "1234567"), (-5, 2, "-0.05", "-0.05"),
      (123_456, 2, "1,234.56", "1234.56"), (7, 12, "0.000000000007", "0.000000000007"),
      (Int64.max, 0, "9,223,372,036,854,775,807", "9223372036854775807"),
      (Int64.min, 6, "-9,223,372,036,854.775808", "-9223372036854.775808"),
      (-999, 3, "-0.999", "-0.999"), (-1000, 3, "-1.000", "-1.000"),
    ])
  func amounts(value: Int64, precision: Int, grouped: String, plain: String) {
    let format = AmountFormat(precision: precision)
    #expect(format.grouped(value) == grouped)
    #expect(format.plain(value) == plain)
  }

  @Test("a symbol stands behind an amount, a currency's before it")
  func symbols() {
    #expect(AmountFormat(precision: 2, symbol: "cr").full(-150) == "-1.50 cr")
    #expect(AmountFormat(precision: 2, symbol: "€").full(-150) == "-€1.50")
    #expect(AmountFormat(precision: 0, symbol: "$").full(1500) == "$1,500")
    #expect(AmountFormat(precision: 0, symbol: "a\nb").full(1) == "1 a\\u{a}b")
  }

  @Test(
    "short numbers have three digits at most",
    arguments: [
      (0, "0"), (5, "5"), (0.25, "0.25"), (1500, "1.5k"), (20_000_000, "20M"), (-250, "−250"),
      (999, "999"), (1e18, "1E"), (0.000_05, "0.00005"),
    ])
  func short(value: Double, text: String) {
    #expect(Axis.short(value) == text)
  }

  @Test("shares are rounded half away from zero, and of nothing there is none")
  func shares() {
    #expect(Share.text(1, of: 3) == "33.3 %")
    #expect(Share.text(1, of: 2000) == "0.1 %")
    #expect(Share.text(-1, of: 2000) == "-0.1 %")
    #expect(Share.text(Int64.max, of: Int64.max) == "100.0 %")
    #expect(Share.text(5, of: 0) == "")
  }

  @Test(
    "columns are counted as a terminal draws them",
    arguments: [
      ("abc", 3), ("東京", 4), ("e\u{301}", 1), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("☂️", 2), ("ﾊﾟ", 2),
      ("한글", 4), ("مرحبا", 5), ("", 0), ("ｆ", 2), ("क्षि", 3),
    ])
  func widths(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test("cutting never passes the width, and right-to-left text keeps to itself")
  func cutting() {
    #expect("東京都庁".cut(toWidth: 5) == "東京…")
    #expect("東京都庁".cut(toWidth: 8) == "東京都庁")
    #expect("abc".cut(toWidth: 0) == "")
    #expect("abc".isolated == "abc")
    #expect("مرحبا".isolated == "\u{2068}مرحبا\u{2069}")
  }

  @Test("a sparkline adds up neighbours where there is no room")
  func sparklines() {
    #expect(Sparkline([0, 1, 4, 8, -3]).text(width: 10) == "·▁▄█·")
    #expect(Sparkline([1, 1, 2, 2, 4, 4]).text(width: 3) == "▂▄█")
    #expect(Sparkline([0, 0]).text(width: 5) == "··")
    #expect(Sparkline([]).text(width: 5) == "")
  }

  @Test(
    "buckets are named by the clock of their zone",
    arguments: [
      (CalendarUnit.hour, "2026-10-25T00:00:00Z", "2026-10-25 02:00"),
      (.hour, "2026-10-25T01:00:00Z", "2026-10-25 02:00 +01:00"),
      (.day, "2026-03-28T23:00:00Z", "Sun 2026-03-29"),
      (.week, "2026-03-29T22:00:00Z", "week of 2026-03-30"),
      (.month, "2026-02-28T23:00:00Z", "2026-03"), (.year, "2025-12-31T23:00:00Z", "2026"),
    ])
  func buckets(unit: CalendarUnit, start: String, name: String) {
    let period = StatisticsPeriod(
      from: .earliest, to: .latest, by: unit, timeZone: "Europe/Berlin")
    let instant = ReportSamples.instant(start)
    #expect(BucketNames(period).full(instant, instant) == name)
  }

  @Test(
    "a period is told as people would",
    arguments: [
      ("2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z", "March 2026"),
      ("2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z", "2026"),
      ("2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-29"),
      ("2026-03-28T23:00:00Z", "2026-03-30T22:00:00Z", "2026-03-29 to 2026-03-30"),
      ("2026-03-28T23:00:00Z", "2026-03-29T10:30:00Z", "2026-03-29 00:00 to 2026-03-29 12:30"),
    ])
  func periods(from: String, to: String, text: String) {
    let period = StatisticsPeriod(
      from: ReportSamples.instant(from), to: ReportSamples.instant(to), by: .day,
      timeZone: "Europe/Berlin")
    #expect(BucketNames(period).periodText == text)
  }

  @Test("instants have the offset of the zone and read back")
  func rfc3339() {
    let names = BucketNames(
      StatisticsPeriod(from: .earliest, to: .latest, by: .day, timeZone: "Asia/Kathmandu"))
    let instant = ReportSamples.instant("2026-03-29T12:00:00Z")
    #expect(names.rfc3339(instant) == "2026-03-29T17:45:00+05:45")
    #expect(Instant(names.rfc3339(instant)) == instant)
    let odd = ReportSamples.instant("2026-03-29T12:00:00.25Z")
    #expect(Instant(names.rfc3339(odd)) == odd)
  }
}
