/// What a command did: its result, and what was true when it was answered.
///
/// The result's own members are read straight from the answer: `answer.balanceAfter`.
@dynamicMemberLookup
public struct Answer<Outcome: Hashable & Sendable>: Hashable, Sendable {
  /// The first result under the key; a duplicate gives it again.
  public var outcome: Outcome
  /// Whether the command had been applied before under this key. Nothing changed this time.
  public var duplicate: Bool
  /// `posted − held + overdraftLimit` at this moment, also of a duplicate; `nil` where the command
  /// concerns no balance.
  public var available: Amount?

  public init(outcome: Outcome, duplicate: Bool, available: Amount?) {
    self.outcome = outcome
    self.duplicate = duplicate
    self.available = available
  }

  public subscript<Member>(dynamicMember member: KeyPath<Outcome, Member>) -> Member {
    outcome[keyPath: member]
  }
}

extension Answer: Encodable where Outcome: Encodable {}
extension Answer: Decodable where Outcome: Decodable {}
