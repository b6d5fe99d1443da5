#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// When calls are meant to be sent.
///
/// In a closed loop a client sends its next call when the last is answered. In an open loop calls are
/// meant for instants that nobody's slowness moves, and a client that is late catches up: latency
/// counts from the intended instant, which is a function of the client and the number of its call.
package struct RacePace: Hashable, Sendable {
  package var profile: Profile
  /// When racing begins, in microseconds since the run's origin.
  package var start: Int64
  /// How many clients share the rate.
  package var clients: Int32

  package enum Profile: Hashable, Sendable {
    case closed
    /// Calls a second.
    case steady(Double)
    /// From nothing to so many calls a second, over so many seconds; then that rate.
    case ramp(Double, seconds: Double)
    /// A tenth of so many calls a second, and for one second in ten all of it.
    case spikes(Double)
  }

  package init(_ profile: Profile, start: Int64, clients: Int32) {
    self.profile = profile
    self.start = start
    self.clients = clients
  }

  package var isOpen: Bool { profile != .closed }

  /// When a client's call is meant to be sent, in microseconds since the run's origin; `nil` in a
  /// closed loop.
  ///
  /// - Parameter index: which of the clients, from 0 on; those that took the place of others that
  ///   were killed count on.
  package func intended(index: Int32, number: Int32) -> Int64? {
    // The clients take turns, so the calls of all of them are spread evenly.
    let turn = Double(number - 1) * Double(clients) + Double(index % clients)
    guard let seconds = seconds(until: turn) else { return nil }
    return start + Int64(seconds * 1e6)
  }

  /// When so many calls have been meant to be sent.
  private func seconds(until calls: Double) -> Double? {
    switch profile {
    case .closed: return nil
    case .steady(let rate): return calls / rate
    case .ramp(let rate, let seconds):
      let whole = rate * seconds / 2
      return calls <= whole ? sqrt(2 * calls * seconds / rate) : seconds + (calls - whole) / rate
    case .spikes(let rate):
      let perPeriod = rate * 0.1 * 9 + rate
      let periods = (calls / perPeriod).rounded(.down)
      let rest = calls - periods * perPeriod
      let quiet = rate * 0.9
      return periods * 10 + (rest < quiet ? rest / (rate * 0.1) : 9 + (rest - quiet) / rate)
    }
  }
}
