/// What `HoldfastBench postgres` is asked to measure.
struct PostgresOptions {
  var server: String?
  var seconds = 10.0
  /// Connections of the baselines.
  var clients = [1, 8, 32, 64]
  /// Callers of the store.
  var callers = [1, 64, 1024, 8192]
  var shapes = HoldfastShape.allCases
  var kinds = BaselineKind.allCases
  var workloads = Popularity.allCases
  var journalRows = 0
  /// How much later each byte arrives, each way.
  var delayMicroseconds = 0
  /// Whether PgBouncer in transaction mode stands before the server.
  var isPooled = false
  /// How many processes the callers of a cell are spread over.
  var processes = 1

  /// `nil` when an argument is not understood.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      let parts = value.split(separator: ",").map(String.init)
      switch name {
      case "--server": server = value
      case "--seconds":
        guard let given = Double(value), given >= 1 else { return nil }
        seconds = given
      case "--clients":
        clients = parts.compactMap { Int($0) }
        guard clients.count == parts.count, clients.allSatisfy({ $0 > 0 }) else { return nil }
      case "--callers":
        callers = parts.compactMap { Int($0) }
        guard callers.count == parts.count, callers.allSatisfy({ $0 > 0 }) else { return nil }
      case "--shapes":
        shapes = parts.compactMap { HoldfastShape(rawValue: $0) }
        guard shapes.count == parts.count else { return nil }
      case "--baselines":
        kinds = parts.compactMap { BaselineKind(rawValue: $0) }
        guard kinds.count == parts.count else { return nil }
      case "--workloads":
        workloads = parts.compactMap { Popularity(rawValue: $0) }
        guard workloads.count == parts.count else { return nil }
      case "--journal":
        guard let given = Int(value), given >= 0 else { return nil }
        journalRows = given
      case "--delay":
        guard let given = Int(value), given >= 0 else { return nil }
        delayMicroseconds = given
      case "--pooler":
        guard let given = Bool(value) else { return nil }
        isPooled = given
      case "--processes":
        guard let given = Int(value), (1...16).contains(given) else { return nil }
        processes = given
      default: return nil
      }
    }
    // The pooler is one that we start, before a server that we start.
    guard !isPooled || server == nil else { return nil }
  }
}
