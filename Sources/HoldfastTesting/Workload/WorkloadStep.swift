package import Holdfast

/// One thing done to a store, at a virtual instant.
///
/// Ids in its commands are labels: `@7.0` is what member 0 of step 7 made, so that a step can be left
/// out and the others still mean the same.
package struct WorkloadStep: Sendable {
  package var id: Int
  package var at: Instant
  package var action: Action

  package init(id: Int, at: Instant, action: Action) {
    self.id = id
    self.at = at
    self.action = action
  }

  package enum Action: Sendable {
    case submit(Command)
    case list([Command])
    case group(Group)
    case previewList([Command])
    case previewGroup(Group)
    /// Malformed input; the field at fault.
    case malformed(Command, field: String)
    case define(UsageItemDefinition, in: TenantName)
    case overrideLimits([UsageLimit]?, of: ItemName, for: AccountAddress)
    case sweep(TenantName)
    /// The balance as it was so many microseconds ago.
    case balanceAsOf(UnitName, AccountAddress, microsecondsAgo: Int64)
  }

  /// The label of what member `index` makes.
  package static func label(_ id: Int, _ index: Int = 0) -> String { "@\(id).\(index)" }

  /// All commands in it, malformed ones left out.
  package var commands: [Command] {
    switch action {
    case .submit(let command): [command]
    case .list(let commands), .previewList(let commands): commands
    case .group(let group), .previewGroup(let group): group.commands
    case .malformed, .define, .overrideLimits, .sweep, .balanceAsOf: []
    }
  }
}
