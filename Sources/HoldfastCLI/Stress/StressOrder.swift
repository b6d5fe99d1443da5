internal import Foundation
internal import Holdfast
internal import HoldfastTesting

/// What a worker process is to do, on its way to it in a file that only the user can read: a
/// connection string may have a password in it.
struct StressOrder: Codable {
  var connection: String
  /// The whole text of an adapter.
  var adapter: String?
  var schema: String
  var skew: Int64?
  var header: String
  var history: String
  var shape: String
  var seed: UInt64
  var firstClient: Int32
  var lastClient: Int32
  var pace: [Double]
  var paceStart: Int64
  var paceClients: Int32
  var end: Int64
  var calls: Int64?

  init(
    work: StressWork, header: RaceHeader, plan: RaceDriver.Plan, history: String, skew: Int64?
  ) {
    switch work {
    case .ledger(let connection, let schema, _):
      (self.connection, self.schema) = (connection, schema)
    case .adapter(let adapter, let connection):
      (self.connection, schema, self.adapter) = (connection, "", adapter.text)
    case .store: preconditionFailure("memory has no workers")
    }
    self.skew = skew
    self.header = header.json.text
    self.history = history
    shape = plan.shape.rawValue
    seed = plan.seed
    firstClient = plan.clients.lowerBound
    lastClient = plan.clients.upperBound - 1
    pace = StressOrder.numbers(plan.pace.profile)
    paceStart = plan.pace.start
    paceClients = plan.pace.clients
    end = plan.end
    calls = plan.calls
  }

  private static func numbers(_ profile: RacePace.Profile) -> [Double] {
    switch profile {
    case .closed: [0]
    case .steady(let rate): [1, rate]
    case .ramp(let rate, let seconds): [2, rate, seconds]
    case .spikes(let rate): [3, rate]
    }
  }

  private var profile: RacePace.Profile {
    switch pace.first {
    case 1: .steady(pace[1])
    case 2: .ramp(pace[1], seconds: pace[2])
    case 3: .spikes(pace[1])
    default: .closed
    }
  }

  /// Writes it to a file, and starts the worker.
  func begin(
    _ executable: String, report: String, lifeline: Lifeline
  ) throws(RaceFailure) -> ChildProcess {
    let path = "\(history).order"
    do {
      let data = try JSONEncoder().encode(self)
      guard
        FileManager.default.createFile(
          atPath: path, contents: data, attributes: [.posixPermissions: 0o600])
      else { throw RaceFailure("\(path): cannot be written") }
      try? FileManager.default.removeItem(atPath: report)
      return try ChildProcess(
        [executable, "stress-worker", path], output: report, input: lifeline.reading)
    } catch let error as RaceFailure {
      throw error
    } catch {
      throw RaceFailure("no worker could be started: \(error)")
    }
  }

  /// Reads it, and removes the file.
  init?(path: String) {
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let data = FileManager.default.contents(atPath: path),
      let order = try? JSONDecoder().decode(StressOrder.self, from: data)
    else { return nil }
    self = order
  }

  /// The header, and what the clients do; `nil` when it was not written by this release.
  func plan() -> (header: RaceHeader, plan: RaceDriver.Plan)? {
    guard let json = try? JSONValue.parse(header.utf8), let header = try? RaceHeader(json: json),
      let shape = RaceShape(rawValue: shape)
    else { return nil }
    let plan = RaceDriver.Plan(
      shape: shape, seed: seed, clients: firstClient..<lastClient + 1,
      pace: RacePace(profile, start: paceStart, clients: paceClients),
      clock: RaceClock(origin: header.origin), end: end, calls: calls)
    return (header, plan)
  }

  func work() throws(RaceFailure) -> StressWork {
    guard let adapter else { return .ledger(connection: connection, schema: schema, skew: skew) }
    do throws(AdapterFile.Unreadable) {
      return .adapter(try AdapterFile(text: adapter), connection: connection)
    } catch {
      throw RaceFailure(error.reason)
    }
  }
}
