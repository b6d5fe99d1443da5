/// Commands of one tenant that are applied all or nothing, at one instant.
///
/// They are decided in order on the evolving state. The first refusal undoes all and is returned with
/// its index. A member without a key gets `key#index`.
public struct Group: Hashable, Sendable {
  /// The tenant of every member.
  public var tenant: TenantName
  /// The group's own key; unique in the tenant.
  public var key: IdempotencyKey
  /// 1 … 100.
  public var commands: [Command]

  /// A group; its members need no key of their own.
  public init(tenant: TenantName, key: IdempotencyKey, commands: [Command]) {
    self.tenant = tenant
    self.key = key
    self.commands = commands
  }

  static let maximumCount = 100

  /// The member's own key, or the one that is derived for it.
  func memberKey(_ index: Int) -> IdempotencyKey {
    commands[index].key ?? IdempotencyKey("\(key.string)#\(index)")
  }
}
