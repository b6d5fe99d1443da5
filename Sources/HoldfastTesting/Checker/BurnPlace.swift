internal import Holdfast

/// Where a lot stands in the burn order: priority; expiry, never last; promotional before paid;
/// effectiveAt; createdAt; version.
struct BurnPlace: Comparable, BitwiseCopyable {
  let version: Int64
  private let priority: Int32
  private let isPaid: Bool
  private let neverExpires: Bool
  private let expiresAt: Int64
  private let effectiveAt: Int64
  private let createdAt: Int64

  init(_ lot: AuditedLot) {
    version = lot.version
    priority = lot.terms.priority
    isPaid = lot.terms.category != .promotional
    neverExpires = lot.terms.expiresAt == nil
    expiresAt = lot.terms.expiresAt?.microseconds ?? 0
    effectiveAt = lot.terms.effectiveAt.microseconds
    createdAt = lot.terms.createdAt.microseconds
  }

  static func < (left: BurnPlace, right: BurnPlace) -> Bool {
    if left.priority != right.priority { return left.priority < right.priority }
    if left.neverExpires != right.neverExpires { return right.neverExpires }
    if left.expiresAt != right.expiresAt { return left.expiresAt < right.expiresAt }
    if left.isPaid != right.isPaid { return right.isPaid }
    if left.effectiveAt != right.effectiveAt { return left.effectiveAt < right.effectiveAt }
    if left.createdAt != right.createdAt { return left.createdAt < right.createdAt }
    return left.version < right.version
  }
}
