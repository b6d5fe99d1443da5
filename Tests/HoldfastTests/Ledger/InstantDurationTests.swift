import Foundation
import Holdfast
import Testing

@Suite struct InstantDurationTests {
  @Test(
    arguments: [
      (Duration.seconds(1), 1_000_000), (.microseconds(-5), -5), (.nanoseconds(1), 1),
      (.nanoseconds(-1), 0), (.nanoseconds(1500), 2), (.seconds(Int64.max), .max),
      (.seconds(Int64.min), .min),
    ] as [(Duration, Int64)])
  func `an instant moves by a duration, rounded up, within its bounds`(
    duration: Duration, microseconds: Int64
  ) {
    #expect(Instant(seconds: 0).advanced(by: duration).microseconds == microseconds)
  }

  @Test func `the duration between two instants is exact at the ends of the range`() {
    let duration = Instant(microseconds: .min).duration(to: Instant(microseconds: .max))
    #expect(duration == .microseconds(Int64.max) + .microseconds(Int64.max) + .microseconds(1))
  }

  @Test func `an instant is coded as RFC 3339`() throws {
    let instant = Instant(microseconds: 1_767_225_600_123_456)
    let text = try JSONEncoder().encode([instant])
    #expect(String(decoding: text, as: UTF8.self) == #"["2026-01-01T00:00:00.123456Z"]"#)
    #expect(try JSONDecoder().decode([Instant].self, from: text) == [instant])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Instant].self, from: Data(#"["yesterday"]"#.utf8))
    }
  }
}
