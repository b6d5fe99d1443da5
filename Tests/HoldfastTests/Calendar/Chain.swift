import Testing

@testable import Holdfast

/// The starts of `count` windows in a row, from the one that `instant` lies in.
func starts(of window: Window, from instant: String, count: Int) throws -> [String] {
  let calendar = WindowCalendar()
  var bounds = calendar.bounds(of: window, containing: try #require(Instant(instant)))
  var starts = [try #require(bounds.start).description]
  while starts.count < count {
    let end = try #require(bounds.end)
    let next = calendar.bounds(of: window, containing: end)
    #expect(next.start == end, "\(window)")
    let before = calendar.bounds(of: window, containing: end.advanced(byMicroseconds: -1))
    #expect(before == bounds, "\(window)")
    starts.append(end.description)
    bounds = next
  }
  return starts
}

/// Writes `2026-03-29 01:00` as RFC 3339, so that tables stay narrow.
func utc(_ texts: [String]) -> [String] {
  texts.map { text in
    let parts = text.split(separator: " ")
    let time = parts[1].utf8.count == 5 ? parts[1] + ":00" : parts[1]
    return "\(parts[0])T\(time)Z"
  }
}
