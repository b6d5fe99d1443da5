/// Checks commands and gives them their identity, before any store is asked.
///
/// A command that names a reservation by key alone is located by the store: `locate` answers with the
/// account, or with the refusal that is due when the command's turn comes.
package struct Preparation: Sendable {
  package let hashKey: HashKey
  /// Makes the key of a recordUsage that came without one. No caller can choose such a key.
  package let makeKey: @Sendable () -> IdempotencyKey
  package let locate: @Sendable (Location) -> Result<AccountName, LedgerError>

  package init(
    hashKey: HashKey, makeKey: @escaping @Sendable () -> IdempotencyKey,
    locate: @escaping @Sendable (Location) -> Result<AccountName, LedgerError>
  ) {
    self.hashKey = hashKey
    self.makeKey = makeKey
    self.locate = locate
  }

  /// A command whose reservation is named by key alone.
  package struct Location: Sendable {
    package let tenant: TenantName
    package let reservation: IdempotencyKey
    /// What the command's own effect would be known by.
    package let identity: KeyIdentity
    package let fingerprint: Digest
  }

  package func prepare(_ command: Command) throws(LedgerError) -> PreparedCommand {
    try command.validate()
    if case .settle(let settle) = command.action, settle.coupled {
      throw Validation.invalid("coupled", "is for groups only")
    }
    return located(command, key: command.key ?? makeKey(), group: nil)
  }

  private func located(
    _ command: Command, key: IdempotencyKey, group: GroupMembership?
  ) -> PreparedCommand {
    guard command.account == nil, let reservation = command.action.namedReservationKey else {
      return PreparedCommand(command, key: key, hashKey: hashKey, group: group)
    }
    let location = Location(
      tenant: command.tenant, reservation: reservation,
      identity: KeyIdentity(command: command.action.name, key: key),
      fingerprint: Fingerprint.of(command.action))
    switch locate(location) {
    case .success(let account):
      return PreparedCommand(
        command, key: key, hashKey: hashKey, group: group, located: account)
    case .failure(let error):
      return PreparedCommand(
        command, key: key, hashKey: hashKey, group: group, unlocated: error)
    }
  }

  package func prepare(_ group: Group) throws(LedgerError) -> PreparedGroup {
    try Validation.identifier(group.tenant, "tenant")
    try Validation.identifier(group.key, "key")
    guard (1...Group.maximumCount).contains(group.commands.count) else {
      throw Validation.invalid("commands", "must be 1 to \(Group.maximumCount)")
    }
    for (index, command) in group.commands.enumerated() {
      do throws(LedgerError) {
        try validate(command, in: group)
      } catch {
        throw error.inMember(index)
      }
    }
    let fingerprint = Fingerprint.of(group)
    let members = group.commands.enumerated().map { index, command in
      located(
        command, key: group.memberKey(index),
        group: GroupMembership(
          key: group.key, fingerprint: fingerprint, index: index, count: group.commands.count))
    }
    return PreparedGroup(
      id: PreparedGroup.id(of: group.key, in: group.tenant, hashKey: hashKey),
      fingerprint: fingerprint, members: members)
  }

  private func validate(_ command: Command, in group: Group) throws(LedgerError) {
    guard command.tenant == group.tenant else {
      throw Validation.invalid("tenant", "must be the group's")
    }
    var keyed = command
    keyed.key = command.key ?? group.key
    try keyed.validate()
  }
}

extension LedgerError {
  fileprivate func inMember(_ index: Int) -> LedgerError {
    var error = LedgerError(
      code, message, field: figures.field.map { "commands[\(index)].\($0)" })
    error.failedIndex = index
    return error
  }
}
