internal import HoldfastPostgres
internal import HoldfastReports
internal import HoldfastTesting

/// What `holdfast stress` was asked for.
struct StressOptions: Sendable {
  enum Place: Hashable, Sendable {
    case memory
    /// A server that the harness starts and that vanishes with it.
    case throwAway
    /// A user's server; without a schema one of the run's own.
    case postgres(connection: String, schema: String?)
  }

  var place = Place.memory
  /// The path of the file with a user's own SQL.
  var adapter: String?
  var shape = RaceShape.mixed
  var clients: Int32 = 20
  var processes = 1
  var seconds = 10
  var commands: Int64?
  var seed: UInt64 = 1
  var rate: Double?
  var faults: [RaceFault] = []
  var faultEvery = Duration.seconds(3)
  var mayStrike = false
  var history: String?
  var html: String?
  var isJSON = false
  var keeps = false

  init(_ words: [String]) throws(Arguments.Misuse) {
    let arguments = try Arguments(
      words,
      options: [
        "--store", "--schema", "--adapter", "--shape", "--clients", "--processes", "--seconds",
        "--commands", "--seed", "--rate", "--faults", "--fault-every", "--history", "--html",
      ], flags: ["--keep", "--allow-faults", "--json"])
    isJSON = arguments.has("--json")
    keeps = arguments.has("--keep")
    mayStrike = arguments.has("--allow-faults")
    adapter = arguments["--adapter"]
    history = arguments["--history"]
    html = arguments["--html"]
    place = try StressOptions.place(arguments)
    if let name = arguments["--shape"] {
      guard let shape = RaceShape(rawValue: name) else {
        let names = RaceShape.allCases.map(\.rawValue).joined(separator: ", ")
        throw Arguments.Misuse(reason: "there is no shape \(name.printable); there are \(names)")
      }
      self.shape = shape
    }
    clients = try arguments.integer("--clients", in: 1...10_000) ?? clients
    processes = try arguments.integer("--processes", in: 1...64) ?? processes
    commands = try arguments.integer("--commands", in: 1...1_000_000_000)
    // Where calls end it, a day is long enough for them.
    seconds =
      try arguments.integer("--seconds", in: 1...86_400) ?? (commands == nil ? seconds : 86_400)
    seed = try arguments.integer("--seed", in: 0...UInt64.max) ?? seed
    rate = try arguments.integer("--rate", in: 1...10_000_000).map { Double($0 as Int64) }
    faults = try StressOptions.faults(arguments)
    faultEvery =
      try arguments.duration("--fault-every", in: .milliseconds(100) ... .seconds(3600))
      ?? faultEvery
    try check()
  }

  private static func place(_ arguments: Arguments) throws(Arguments.Misuse) -> Place {
    let store = arguments["--store"]
    switch store {
    case nil, "memory", "throwaway":
      guard arguments["--schema"] == nil else {
        throw Arguments.Misuse(reason: "--schema is for --store postgres://…")
      }
      return store == "throwaway" ? .throwAway : .memory
    case let store?:
      guard StorePlace.isDatabase(store) else {
        throw Arguments.Misuse(reason: "--store takes memory, throwaway or postgres://…")
      }
      return .postgres(connection: store, schema: try arguments.schema()?.string)
    }
  }

  private static func faults(_ arguments: Arguments) throws(Arguments.Misuse) -> [RaceFault] {
    guard let list = arguments["--faults"] else { return [] }
    if list == "all" { return RaceFault.allCases }
    return try list.split(separator: ",").map { name throws(Arguments.Misuse) in
      guard let fault = RaceFault(rawValue: String(name)) else {
        let names = RaceFault.allCases.map(\.rawValue).joined(separator: ", ")
        throw Arguments.Misuse(
          reason: "there is no fault \(String(name).printable); there are \(names), and all")
      }
      return fault
    }
  }

  /// What does not go together.
  private func check() throws(Arguments.Misuse) {
    func refuse(_ reason: String, when isWrong: Bool) throws(Arguments.Misuse) {
      if isWrong { throw Arguments.Misuse(reason: reason) }
    }
    let isMemory = place == .memory
    try refuse("memory is one process's: leave --processes away", when: isMemory && processes > 1)
    try refuse(
      "nothing can be done to memory: leave --faults away", when: isMemory && !faults.isEmpty)
    try refuse(
      "an adapter needs --store postgres://… or throwaway", when: isMemory && adapter != nil)
    try refuse("there are fewer --clients than --processes", when: Int(clients) < processes)
    try refuse(
      "\(shape.rawValue) needs a --rate", when: [.ramp, .spike].contains(shape) && rate == nil)
    try refuse(
      "no adapter can answer \(shape.rawValue); take one of hot, uniform, zipf, …",
      when: adapter != nil && shape.needsLedger)
    if adapter != nil, case .postgres(_, _?) = place {
      throw Arguments.Misuse(reason: "an adapter names its own tables: leave --schema away")
    }
    guard case .postgres = place else { return }
    if let fault = faults.first(where: \.needsOwnServer) {
      throw Arguments.Misuse(
        reason: "\(fault.rawValue) is for --store throwaway, not for a server of yours")
    }
    let strikes = faults.contains { $0.needsProxy || $0 == .terminate }
    try refuse("faults on a server of yours need --allow-faults", when: strikes && !mayStrike)
  }

  /// Whether the clients are in processes of their own.
  var usesWorkers: Bool { processes > 1 || faults.contains(where: \.needsWorkers) }

  func pace(start: Int64) -> RacePace {
    let profile: RacePace.Profile =
      switch (rate, shape) {
      case (nil, _): .closed
      case (let rate?, .ramp): .ramp(rate, seconds: Double(seconds))
      case (let rate?, .spike): .spikes(rate)
      case (let rate?, _): .steady(rate)
      }
    return RacePace(profile, start: start, clients: clients)
  }
}
