/// The invariants that the checker asserts, by their numbers in the contract.
enum Invariant: String, CaseIterable {
  /// The sums of the deltas are the figures.
  case conservation = "I1"
  /// What draws or holds stays above the floor of the balance.
  case floor = "I2"
  /// What is held is what the open reservations hold.
  case holds = "I3"
  /// What a reservation ever held was settled, returned or remains.
  case reservation = "I4"
  /// A key has one effect, and that row answers it.
  case once = "I5"
  /// Rows follow each other without a gap.
  case chain = "I6"
  /// Lots, pins and debt explain the posted figure.
  case lots = "I7"
  /// Time never runs backwards, and what was due has happened.
  case time = "I8"
  /// Counters are the sums of their records.
  case usage = "I9"
  /// A closed reservation stays as it was.
  case closed = "I10"
  /// Statistics are the sums of the rows.
  case reports = "I12"
  /// A row keeps what is needed to replay it.
  case replay = "I13"
}
