internal import Holdfast

extension SideBySide {
  /// Compares every read of every account.
  package mutating func compareReads(after step: Int) async -> Mismatch? {
    let expected = model.reads(of: scope, at: now)
    let got: ReadFacts
    do throws(LedgerError) {
      got = try await labels.reads(of: store, scope) { address, item in
        model.definition(of: item, address.tenant) != nil
      }
    } catch {
      return Mismatch(step: step, path: "reads", expected: "answers", got: error.description)
    }
    for (wanted, section) in zip(expected.sections, got.sections) {
      if let difference = Difference(wanted.rows, section.rows, wanted.operation) {
        return Mismatch(
          step: step, path: difference.path, expected: difference.expected, got: difference.got,
          section: wanted)
      }
    }
    if let mismatch = await compareStatistics(after: step) { return mismatch }
    return await compareReservations(after: step)
  }

  private mutating func compareReservations(after step: Int) async -> Mismatch? {
    var world = model
    world.advance(to: now)
    for account in world.accounts {
      for hold in account.balances.flatMap(\.holds) {
        do throws(LedgerError) {
          let got = try await store.reservation(
            .id(labels.id(ReservationID(hold.label))), in: account.tenant, account: account.name)
          let facts = labels.facts(of: got)
          guard let difference = Difference(hold.facts(account.name), facts, "reservation") else {
            continue
          }
          let address = AccountAddress(tenant: account.tenant, account: account.name)
          return Mismatch(
            step: step, path: difference.path, expected: difference.expected, got: difference.got,
            section: ReadFacts.Section(
              operation: "reservation", address: address, rows: [hold.facts(account.name)]))
        } catch {
          return Mismatch(
            step: step, path: "reservation", expected: hold.label, got: error.description)
        }
      }
    }
    return nil
  }
}
