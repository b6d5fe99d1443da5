internal import Holdfast

/// What is at hand of an account.
struct LoadedAccount {
  let id: AccountID
  /// The names it was opened under; `nil` when there is no such account yet.
  var address: AccountAddress?
  /// `nil` until there is something to put into it.
  var state: AccountState?
  var streams: [LoadedStream] = []
  /// The instant of its last row when it was loaded.
  var lastInstant = Instant(microseconds: .min)

  init(_ id: AccountID) {
    self.id = id
  }

  /// The number of the balance's or meter's stream.
  func number(of name: StreamName) -> Int16? {
    guard let place = place(of: name) else { return nil }
    return streams.first { $0.place == place }?.number
  }

  func place(of name: StreamName) -> RowReference.Stream? {
    switch name {
    case .balance(let unit):
      state?.balances.firstIndex { $0.unit == unit }.map { .balance($0) }
    case .usage(let item):
      state?.meters.firstIndex { $0.item == item }.map { .meter($0) }
    }
  }

  func name(of stream: LoadedStream) -> StreamName? {
    guard let state else { return nil }
    switch stream.place {
    case .balance(let index): return .balance(state.balances[index].unit)
    case .meter(let index): return .usage(state.meters[index].item)
    }
  }

  /// The stream of this number; streams are numbered 0, 1, 2, … without gaps.
  func stream(_ number: Int16) -> LoadedStream? {
    streams.indices.contains(Int(number)) ? streams[Int(number)] : nil
  }
}

/// A balance or meter as it was loaded.
struct LoadedStream {
  let number: Int16
  /// Where it stands in the account's state.
  let place: RowReference.Stream
  var version: Int64 = 0
  /// The instant of its last row.
  var lastInstant = Instant(microseconds: .min)
  var openHolds: Int32 = 0
  var entryCount: Int64 = 0
  var nextDueWhenLoaded: Instant?
  /// No hold that is not at hand lapses before; `nil` when none is left.
  var nextDueElsewhere: Instant?
  /// Of a balance: its lots with something remaining, and of any lot that was loaded.
  var lots: [Int64: Lot] = [:]
  var repayments = LoadedRepayments()
  /// Of a meter: its records, and the definitions its counters were made for.
  var records: [Int64: UsageRecord] = [:]
  var counters: [UsageCounter] = []
  var revision: Revision?
}
