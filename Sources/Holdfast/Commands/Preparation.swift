/// Checks commands and gives them their identity, before any store is asked.
package struct Preparation: Sendable {
  package let hashKey: HashKey
  /// Makes the key of a recordUsage that came without one. No caller can choose such a key.
  package let makeKey: @Sendable () -> IdempotencyKey

  package init(hashKey: HashKey, makeKey: @escaping @Sendable () -> IdempotencyKey) {
    self.hashKey = hashKey
    self.makeKey = makeKey
  }

  package func prepare(_ command: Command) throws(LedgerError) -> PreparedCommand {
    try command.validate()
    if case .settle(let settle) = command.action, settle.coupled {
      throw Validation.invalid("coupled", "is for groups only")
    }
    return PreparedCommand(command, key: command.key ?? makeKey(), hashKey: hashKey)
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
      PreparedCommand(
        command, key: command.key ?? IdempotencyKey("\(group.key.string)#\(index)"),
        hashKey: hashKey,
        group: GroupMembership(
          key: group.key, fingerprint: fingerprint, index: index, count: group.commands.count))
    }
    let id = AccountID(
      tenant: group.tenant, account: AccountName("\u{1}group#\(group.key.string)"), key: hashKey)
    return PreparedGroup(id: id, fingerprint: fingerprint, members: members)
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
