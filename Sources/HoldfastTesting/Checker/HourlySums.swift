internal import Holdfast

/// Sums by hour and group, made from the rows of a tenant one after the other.
struct HourlySums {
  private let names: [String]
  private var sums: [Place: [Int128]] = [:]

  private struct Place: Hashable {
    let group: ByteText
    let hour: Instant
  }

  private static let hourLength: Int64 = 3_600_000_000

  init(_ names: [String]) {
    self.names = names
  }

  mutating func add(_ values: [Int128], to group: ByteText, at instant: Instant) {
    let place = Place(group: group, hour: HourlySums.hour(of: instant))
    sums[place] = PointSums.sum(sums[place], values)
  }

  static func + (left: HourlySums, right: HourlySums) -> HourlySums {
    var sums = left
    sums.sums.merge(right.sums) { PointSums.sum($0, $1) }
    return sums
  }

  /// The beginning of the whole hour that an instant lies in; of a broken store's instants beyond
  /// those that can be named, the nearest.
  static func hour(of instant: Instant) -> Instant {
    let instant = min(max(instant, .earliest), .latest)
    let rest = instant.microseconds % hourLength
    return instant.advanced(byMicroseconds: rest < 0 ? -rest - hourLength : -rest)
  }

  static func end(ofHour instant: Instant) -> Instant {
    min(.latest, hour(of: instant).advanced(byMicroseconds: hourLength))
  }

  /// How many groups there are.
  var groupCount: Int { Set(sums.keys.map(\.group)).count }

  /// Whether a sum over all that lies before an instant leaves 64 bits.
  func leaves64Bits(before cut: Instant) -> Bool {
    let total = sums.filter { $0.key.hour < cut }.values
      .reduce(nil) { PointSums.sum($0, $1) }
    return total?.contains { $0 > Int128(Int64.max) || $0 < Int128(Int64.min) } ?? false
  }

  /// What lies between two whole hours.
  func points(from: Instant, before cut: Instant) -> PointSums {
    var points = PointSums(names)
    for (place, sum) in sums where from <= place.hour && place.hour < cut {
      points.add(sum, at: place.hour, key: .value(place.group))
    }
    return points
  }
}
