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
    let fingerprint = Fingerprint.of(group)
    var members: [PreparedCommand] = []
    for (index, command) in group.commands.enumerated() {
      let key = group.memberKey(index)
      do throws(LedgerError) {
        try validate(command, key, in: group)
      } catch {
        throw error.inMember(index)
      }
      members.append(
        PreparedCommand(
          command, key: key, hashKey: hashKey,
          group: GroupMembership(
            key: group.key, fingerprint: fingerprint, index: index,
            count: group.commands.count)))
    }
    return PreparedGroup(key: group.key, fingerprint: fingerprint, members: members)
  }

  private func validate(
    _ command: Command, _ key: IdempotencyKey, in group: Group
  ) throws(LedgerError) {
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
      code, message, field: field.map { "commands[\(index)].\($0)" })
    error.failedIndex = index
    return error
  }
}
