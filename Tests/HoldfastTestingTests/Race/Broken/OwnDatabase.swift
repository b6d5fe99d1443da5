import HoldfastTesting

/// The tables of a ledger that somebody wrote: one balance, its holds, its keys and its ledger.
///
/// Every function is one statement: nothing else happens within it.
final class OwnDatabase {
  struct Hold {
    var amount: Int64
    /// In microseconds of the race.
    let expires: Int64
  }

  var posted: Int64
  var held: Int64 = 0
  var holds: [RaceKey: Hold] = [:]
  var keys: [RaceKey: Int64] = [:]
  /// The available figure after each entry, the newest last.
  var entries: [Int64]
  /// In microseconds of the race.
  var now: Int64 = 0
  private var locks: [Int: RaceCall.ID] = [:]

  init(opening: Int64) {
    posted = opening
    entries = [opening]
  }

  var available: Int64 { posted - held }

  /// Takes a row lock, or tells that another transaction has it.
  func lock(_ row: Int, for call: RaceCall.ID) -> Bool {
    if let owner = locks[row] { return owner == call }
    locks[row] = call
    return true
  }

  func unlock(_ call: RaceCall.ID) {
    locks = locks.filter { $0.value != call }
  }
}
