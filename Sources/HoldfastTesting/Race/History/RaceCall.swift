/// What a client intends: one call, as it is sent to whatever is raced on.
package struct RaceCall: Hashable, Sendable, BitwiseCopyable {
  /// Who calls; no two processes of a run share a client.
  package var client: Int32
  /// 1, 2, 3, … per client. A client may have several calls on the way.
  package var number: Int32
  package var word: RaceWord
  /// The index of the account; `RaceHeader.accountName` names it.
  package var account: Int32
  /// The index of the unit in the header.
  package var unit: Int32 = 0
  package var key: RaceKey
  /// What is asked for, in the unit's smallest denomination; pieces for `recordUsage`, the limit for
  /// `setOverdraftLimit`, seconds for `extend`, 0 where the word takes none.
  package var amount: Int64
  /// The key of the call that made what this one acts on: of the reserve, or with `reverse` of the
  /// debit or credit.
  package var subject: RaceKey?
  /// The account that a `transfer` goes to.
  package var to: Int32?
  /// The index of the item in the header: what `recordUsage` counts, or what a `reserve` counts one
  /// piece of.
  package var item: Int32?
  /// Whether a `settle` closes its reservation.
  package var isFinal = false
  /// What a settle or debit does beyond what is there.
  package var overage: Overage = .standard
  /// Of a `reserve` its life in seconds; of a `credit` its expiry in seconds after
  /// `RaceHeader.started`; `nil` for what the ledger does without being told.
  package var expires: Int32?

  /// The words of the ledger's overage policies; `standard` leaves it to the ledger.
  package enum Overage: String, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    case standard
    case reject
    case capAtReserved = "cap"
    case drawAvailable = "draw"
    case overdraft
  }

  package init(
    client: Int32, number: Int32, word: RaceWord, account: Int32, unit: Int32 = 0, key: RaceKey,
    amount: Int64 = 0, subject: RaceKey? = nil, to: Int32? = nil, item: Int32? = nil,
    isFinal: Bool = false, overage: Overage = .standard, expires: Int32? = nil
  ) {
    self.client = client
    self.number = number
    self.word = word
    self.account = account
    self.unit = unit
    self.key = key
    self.amount = amount
    self.subject = subject
    self.to = to
    self.item = item
    self.isFinal = isFinal
    self.overage = overage
    self.expires = expires
  }

  /// Which call of the run it is.
  package var id: ID { ID(client: client, number: number) }

  package struct ID: Hashable, Comparable, Sendable, BitwiseCopyable {
    package let client: Int32
    package let number: Int32

    package init(client: Int32, number: Int32) {
      self.client = client
      self.number = number
    }

    package static func < (left: ID, right: ID) -> Bool {
      (left.client, left.number) < (right.client, right.number)
    }
  }

  /// Whether the same is asked for, by whomever and under whichever key.
  package func asksTheSame(as other: RaceCall) -> Bool {
    var other = other
    other.client = client
    other.number = number
    other.key = key
    return other == self
  }
}
