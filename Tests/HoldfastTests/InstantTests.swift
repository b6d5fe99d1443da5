import Testing

@testable import Holdfast

@Suite struct InstantTests {
  @Test(
    arguments: [
      ("2026-01-01T00:00:00Z", 1_767_225_600_000_000),
      ("2026-01-01T00:00:00.123Z", 1_767_225_600_123_000),
      ("1969-12-31T23:59:59.999999Z", -1),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000_000),
      ("2024-02-29T12:00:00Z", 1_709_208_000_000_000),
    ] as [(String, Int64)])
  func `writes and reads the same text`(text: String, microseconds: Int64) {
    #expect(Instant(microseconds: microseconds).description == text)
    #expect(Instant(text)?.microseconds == microseconds)
  }

  @Test(
    arguments: [
      (253_402_300_800_000_000, "+010000-01-01T00:00:00Z"),
      (-62_135_596_800_000_001, "+0000-12-31T23:59:59.999999Z"),
      (-62_167_219_200_000_001, "-0001-12-31T23:59:59.999999Z"),
      (.max, "+294247-01-10T04:00:54.775807Z"),
      (.min, "-290308-12-21T19:59:05.224192Z"),
    ] as [(Int64, String)])
  func `outside the years 1 to 9999 the year has a sign and does not read back`(
    microseconds: Int64, text: String
  ) {
    #expect(Instant(microseconds: microseconds).description == text)
    #expect(Instant(text) == nil)
  }

  @Test func `an offset names the same instant`() {
    #expect(Instant("2026-01-01T01:30:00+01:30") == Instant("2026-01-01T00:00:00Z"))
    #expect(Instant("2026-01-01t00:00:00.5z")?.microseconds == 1_767_225_600_500_000)
  }

  @Test(arguments: [
    "", "2026-01-01", "2026-01-01T00:00:00", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "0000-01-01T00:00:00Z", "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00.1234567Z", "2026-01-01T00:00:00+1:00", "2026-01-01T00:00:00Z ",
    "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01",
  ])
  func `refuses what RFC 3339 or the range does not allow`(text: String) {
    #expect(Instant(text) == nil)
  }
}
