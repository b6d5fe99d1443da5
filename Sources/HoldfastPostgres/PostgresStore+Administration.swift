public import Holdfast

/// Definitions, limits of single accounts, and previews.
extension PostgresStore {
  public func definition(
    of unit: UnitName, in tenant: TenantName
  ) async throws(LedgerError) -> UnitDefinition? {
    try Validation.identifier(tenant, "tenant")
    try Validation.identifier(unit, "unit")
    try checkCancellation()
    let query = context.queries.defining.unit
    return try await readers.run { connection throws(ReadFailure) in
      let rows = try connection.ask([
        Statement(TransactionQueries.begin),
        Statement(query, [.text(tenant.string), .text(unit.string)]),
        Statement(TransactionQueries.commit),
      ])[1]
      guard rows.rowCount > 0 else { return nil }
      do throws(CorruptRow) {
        return try UnitDefinition(storedText: rows.text(0, 0))
      } catch {
        throw .corrupt(error)
      }
    }
  }

  public func define(
    _ unit: UnitDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try unit.validate()
    try await change([
      Statement(
        context.queries.defining.upsertUnit,
        [
          .text(tenant.string), .text(unit.unit.string),
          .json(utf8: Array(unit.storedText.utf8)),
        ])
    ])
  }

  public func define(
    _ item: UsageItemDefinition, in tenant: TenantName
  ) async throws(LedgerError) {
    try Validation.identifier(tenant, "tenant")
    try item.validate()
    let queries = context.queries.defining
    try await readers.run { connection throws(ReadFailure) in
      // The revision's row is locked first, so that two processes do not number one revision twice.
      var tenants = ColumnBuffer.text(capacity: 1)
      tenants.append(text: tenant.string)
      let replies = try connection.ask([
        Statement(TransactionQueries.begin), Statement(queries.raiseRevision),
        Statement(queries.items, [tenants.parameter()]),
      ])
      let known: TenantDefinitions?
      do throws(CorruptRow) {
        known = try DefiningQueries.definitions(of: [tenant], in: replies[2])[tenant]
      } catch {
        throw .corrupt(error)
      }
      let present = known?.item(item.item)
      var statements: [Statement] = []
      if present?.definition != item {
        statements.append(
          Statement(
            queries.insertItem,
            [
              .text(tenant.string), .text(item.item.string), .int4((present?.number ?? 0) + 1),
              .json(utf8: Array(item.storedText.utf8)),
            ]))
      }
      _ = try connection.ask(statements + [Statement(TransactionQueries.commit)])
    }
  }

  public func overrideLimits(
    _ limits: [UsageLimit]?, of item: ItemName, for address: AccountAddress
  ) async throws(LedgerError) {
    try address.validate()
    try Validation.identifier(item, "item")
    if let limits { try UsageItemDefinition.validate(limits) }
    let id = id(of: address)
    let (context, tenant) = (context, address.tenant)
    try await readers.run { connection throws(ReadFailure) in
      let opened = try AccountSnapshot.open(
        Footprint(reading: id, in: tenant), of: id, in: tenant, context, connection)
      guard opened.definitions.item(item) != nil else {
        throw .refused(
          LedgerError(.usageItemNotFound, "no such usage item is defined"))
      }
      do throws(PostgresError) { try connection.rollback(deadline: .after(seconds: 10)) } catch {
        throw .database(error)
      }
      let (slot, account) = (Parameter.int2(context.slot(of: id)), Parameter.account(id))
      _ = try connection.ask([
        Statement(TransactionQueries.begin), Statement(TransactionQueries.planByIndex),
        Statement(
          context.queries.defining.insertAccount,
          [slot, account, .text(tenant.string), .text(address.account.string)]),
        Statement(context.queries.loading.lockStreams, [slot, .accounts([id])]),
        Statement(
          context.queries.defining.insertOverride,
          [
            slot, account, .text(item.string),
            .json(utf8: limits.map { Array($0.storedText.utf8) }),
          ]),
        Statement(TransactionQueries.commit),
      ])
    }
  }

  /// One transaction of statements whose answers do not matter.
  private func change(_ statements: [Statement]) async throws(LedgerError) {
    try await readers.run { connection throws(ReadFailure) in
      _ = try connection.ask(
        [Statement(TransactionQueries.begin)] + statements
          + [Statement(TransactionQueries.commit)])
    }
  }

  public func preview(
    _ commands: [Command]
  ) async throws(LedgerError) -> [Result<CommandResult, LedgerError>] {
    try checkCancellation()
    try PostgresStore.checkCount(commands)
    let prepared = await prepare(commands)
    let ready = prepared.compactMap { try? $0.get() }
    let results = try await preview(ready.map { .command($0) })
    var next = 0
    return prepared.map { command in
      guard case .success = command, next < results.count else {
        return command.flatMap { .failure($0.command.action.notFound) }
      }
      defer { next += 1 }
      guard case .command(let result) = results[next] else {
        preconditionFailure("a command is answered as one")
      }
      return result
    }
  }

  public func preview(_ group: Group) async throws(LedgerError) -> [CommandResult] {
    try checkCancellation()
    return try await preview([.group(try await prepare(group))])[0].groupResults()
  }

  private func preview(_ work: [Work]) async throws(LedgerError) -> [WorkResult] {
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      var batch = Batch(work, context, purpose: .preview)
      var statements = batch.begin()
      while true {
        let replies = try connection.ask(statements)
        do throws(BatchFailure) {
          switch try batch.take(replies) {
          case .send(let next, _): statements = next
          case .finished(let results): return results
          }
        } catch {
          throw ReadFailure(error)
        }
      }
    }
  }
}
