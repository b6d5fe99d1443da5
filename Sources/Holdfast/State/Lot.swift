/// The terms of a lot.
package struct LotTerms: Hashable, Sendable {
  /// When the unpinned rest lapses; `nil` for never.
  package var expiresAt: Instant?
  /// When it starts to count.
  package var effectiveAt: Instant
  package var createdAt: Instant
  package var priority: Int32
  package var category: Credit.Category
  package var costBasis: Amount?

  package init(
    expiresAt: Instant?, effectiveAt: Instant, createdAt: Instant, priority: Int32,
    category: Credit.Category, costBasis: Amount?
  ) {
    self.expiresAt = expiresAt
    self.effectiveAt = effectiveAt
    self.createdAt = createdAt
    self.priority = priority
    self.category = category
    self.costBasis = costBasis
  }
}

/// One grant of credit inside a balance.
package struct Lot: Hashable, Sendable {
  /// The version of the row that opened it.
  package let version: Int64
  package let granted: Amount
  package internal(set) var remaining: Amount
  /// The part of `remaining` that open holds will burn.
  package internal(set) var pinned: Amount
  package internal(set) var terms: LotTerms
  /// Whether it is to become a lot at `terms.effectiveAt` and only counts as scheduled.
  package internal(set) var isScheduled: Bool
  package internal(set) var isVoided: Bool

  package init(
    version: Int64, granted: Amount, remaining: Amount, pinned: Amount, terms: LotTerms,
    isScheduled: Bool, isVoided: Bool
  ) {
    self.version = version
    self.granted = granted
    self.remaining = remaining
    self.pinned = pinned
    self.terms = terms
    self.isScheduled = isScheduled
    self.isVoided = isVoided
  }

  /// What a draw or a pin can take.
  package var free: Amount { remaining - pinned }

  /// Whether what comes back to it lapses at once.
  package func isLapsed(at now: Instant) -> Bool {
    if isVoided { return true }
    guard let expiresAt = terms.expiresAt else { return false }
    return expiresAt <= now
  }

  /// When something becomes due of it; `nil` when nothing does, also where nothing is left of it, or
  /// where it has expired and holds pin all that is left.
  package func nextDue(asOf instant: Instant) -> Instant? {
    guard remaining > 0, !isVoided else { return nil }
    if isScheduled { return terms.effectiveAt }
    guard let expiresAt = terms.expiresAt else { return nil }
    return free == 0 && expiresAt <= instant ? nil : expiresAt
  }

  var burnKey: BurnKey { BurnKey(terms: terms, version: version) }

  /// Whether it stands in the burn order.
  var canBurn: Bool { free > 0 && !isScheduled && !isVoided }
}

/// The place of a lot in the burn order: priority ascending; expiry ascending, never last; promotional
/// before paid; effectiveAt; createdAt; version.
struct BurnKey: Hashable, Comparable, Sendable {
  let priority: Int32
  let isPaid: Bool
  /// The expiry, or the largest number for never.
  let expiry: Int64
  let effectiveAt: Int64
  let createdAt: Int64
  let version: Int64

  init(terms: LotTerms, version: Int64) {
    priority = terms.priority
    isPaid = terms.category == .paid
    expiry = terms.expiresAt?.microseconds ?? .max
    effectiveAt = terms.effectiveAt.microseconds
    createdAt = terms.createdAt.microseconds
    self.version = version
  }

  static func < (left: BurnKey, right: BurnKey) -> Bool {
    if left.priority != right.priority { return left.priority < right.priority }
    if left.expiry != right.expiry { return left.expiry < right.expiry }
    if left.isPaid != right.isPaid { return !left.isPaid }
    if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
    if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
    return left.version < right.version
  }
}
