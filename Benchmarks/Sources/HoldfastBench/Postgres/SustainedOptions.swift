/// What `HoldfastBench sustained` is asked to measure.
struct SustainedOptions {
  var server: String?
  var seconds = 600.0
  /// Pairs of a reserve and its settlement that begin each second, whatever the store does.
  var pairsPerSecond = 5000.0
  var popularity = Popularity.uniform
  var journalRows = 0

  /// `nil` when an argument is not understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--server": server = value
      case "--seconds":
        guard let given = Double(value), given >= 10 else { return nil }
        seconds = given
      case "--rate":
        guard let given = Double(value), given >= 1 else { return nil }
        pairsPerSecond = given / 2
      case "--workloads":
        guard let given = Popularity(rawValue: value) else { return nil }
        popularity = given
      case "--journal":
        guard let given = Int(value), given >= 0 else { return nil }
        journalRows = given
      default: return nil
      }
    }
  }
}
