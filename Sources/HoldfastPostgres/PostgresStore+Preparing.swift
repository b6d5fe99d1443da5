internal import Holdfast

/// Giving commands their identity.
extension PostgresStore {
  func prepare(_ command: Command) async throws(LedgerError) -> PreparedCommand {
    var locations = Locations()
    if command.isUnlocated {
      locations = await lookUp(
        Locations.wanted(hashKey: context.hashKey) { _ = try? $0.prepare(command) })
    }
    return try preparation(locations).prepare(command)
  }

  /// A reservation that is named by key alone may be one that the list itself makes.
  func prepare(_ commands: [Command]) async -> [Result<PreparedCommand, LedgerError>] {
    var locations = Locations()
    let unlocated = commands.filter(\.isUnlocated)
    if !unlocated.isEmpty {
      locations = await lookUp(
        Locations.wanted(hashKey: context.hashKey) { preparation in
          for command in unlocated { _ = try? preparation.prepare(command) }
        })
      locations.addReserves(of: commands)
    }
    let preparation = preparation(locations)
    return commands.map { command in
      do throws(LedgerError) { return .success(try preparation.prepare(command)) } catch {
        return .failure(error)
      }
    }
  }

  func prepare(_ group: Group) async throws(LedgerError) -> PreparedGroup {
    var locations = Locations()
    if group.commands.contains(where: \.isUnlocated) {
      locations = await lookUp(
        Locations.wanted(hashKey: context.hashKey) { _ = try? $0.prepare(group) })
    }
    return try preparation(locations).prepare(group)
  }

  private func preparation(_ locations: Locations) -> Preparation {
    Preparation(
      hashKey: context.hashKey, makeKey: { [self] in makeKey() },
      locate: { locations.answer($0) })
  }

  private func lookUp(_ wanted: [Preparation.Location]) async -> Locations {
    var locations = Locations()
    for location in wanted where !locations.knows(location) {
      locations.add(await lookUp(location), for: location)
    }
    return locations
  }

  /// The one account of the tenant in which a reserve had the key. Where several have it, the one in
  /// which the command itself was applied before: a late retry still finds its first result.
  private func lookUp(
    _ location: Preparation.Location
  ) async -> Result<AccountName, LedgerError> {
    do throws(LedgerError) {
      let names = try await accounts(
        in: location.tenant, identity: KeyIdentity(command: .reserve, key: location.reservation))
      guard names.count > 1 else {
        return names.first.map { .success($0.name) } ?? .failure(PostgresStore.noReservation)
      }
      let applied = try await accounts(in: location.tenant, identity: location.identity)
        .filter { candidate in
          candidate.fingerprint == location.fingerprint
            && names.contains { $0.name == candidate.name }
        }
      guard applied.count == 1, let only = applied.first else {
        return .failure(PostgresStore.ambiguous)
      }
      return .success(only.name)
    } catch {
      return .failure(error)
    }
  }

  static let noReservation = LedgerError(
    .reservationNotFound, "no such reservation in this tenant")
  static let ambiguous = LedgerError(
    .ambiguousKey, "the key fits reservations of several accounts")

  /// The accounts of the tenant in which an effect has this identity.
  func accounts(
    in tenant: TenantName, identity: KeyIdentity
  ) async throws(LedgerError) -> [(name: AccountName, fingerprint: Digest?)] {
    let context = context
    return try await readers.run { connection throws(ReadFailure) in
      try IdentityLookUp.accounts(in: tenant, identity, context, connection)
    }
  }
}
