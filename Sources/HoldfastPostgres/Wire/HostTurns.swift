internal import CLibPQ

/// Divides the time to connect among the hosts that the options name, so that one without power does
/// not use up what the others need.
///
/// libpq goes on to the next host only from one it could not reach: one that took the connection in
/// and then says nothing ends the attempt with its turn.
struct HostTurns {
  /// When the present host should have answered.
  private(set) var turnEnd: Deadline

  private let deadline: Deadline
  private var hostsLeft: Int
  private var present: String

  init(_ raw: OpaquePointer, deadline: Deadline) {
    self.deadline = deadline
    hostsLeft = Self.count(raw)
    present = Self.present(raw)
    turnEnd = deadline
    beginTurn()
  }

  /// Gives a new turn when libpq went on to another host.
  mutating func notice(_ raw: OpaquePointer) {
    let now = Self.present(raw)
    guard now != present else { return }
    present = now
    hostsLeft = max(1, hostsLeft - 1)
    beginTurn()
  }

  private mutating func beginTurn() {
    let now = Deadline.now
    let rest = max(0, deadline.microseconds - now)
    turnEnd =
      hostsLeft == 1 ? deadline : Deadline(microseconds: now + rest / Int64(hostsLeft))
  }

  private static func present(_ raw: OpaquePointer) -> String {
    let host = PQhost(raw).map { String(cString: $0) } ?? ""
    let port = PQport(raw).map { String(cString: $0) } ?? ""
    return "\(host):\(port)"
  }

  private static func count(_ raw: OpaquePointer) -> Int {
    guard let options = PQconninfo(raw) else { return 1 }
    defer { PQconninfoFree(options) }
    var most = 1
    var option = options
    while let keyword = option.pointee.keyword {
      let name = String(cString: keyword)
      if name == "host" || name == "hostaddr", let value = option.pointee.val {
        most = max(most, String(cString: value).split(separator: ",").count)
      }
      option += 1
    }
    return most
  }
}
