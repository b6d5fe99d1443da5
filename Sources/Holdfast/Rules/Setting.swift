/// What decides besides the state: the tenant's definitions and the store's bounds.
package struct Setting: Sendable {
  package var definitions: TenantDefinitions
  package var calendar: WindowCalendar
  /// The most open reservations an account may have.
  package var maximumOpenReservations: Int

  package init(
    definitions: TenantDefinitions, calendar: WindowCalendar, maximumOpenReservations: Int
  ) {
    self.definitions = definitions
    self.calendar = calendar
    self.maximumOpenReservations = maximumOpenReservations
  }

  /// The definitions in force of these items.
  package func items(_ names: [ItemName]) throws(LedgerError) -> [ItemRevision] {
    var items: [ItemRevision] = []
    for name in names {
      guard let item = definitions.item(name) else {
        throw LedgerError(.usageItemNotFound, "no such usage item is defined")
      }
      items.append(item)
    }
    return items
  }
}

/// The definitions of a tenant. Every revision is kept, so that a row's can be looked up.
package struct TenantDefinitions: Sendable {
  package private(set) var units: [UnitName: UnitDefinition] = [:]
  package private(set) var items: [ItemName: [UsageItemDefinition]] = [:]

  package init() {}

  static let none = TenantDefinitions()

  package mutating func define(_ unit: UnitDefinition) {
    units[unit.unit] = unit
  }

  package mutating func define(_ item: UsageItemDefinition) {
    if items[item.item]?.last == item { return }
    items[item.item, default: []].append(item)
  }

  /// The definition in force.
  package func item(_ name: ItemName) -> ItemRevision? {
    guard let revisions = items[name], let last = revisions.last else { return nil }
    return ItemRevision(definition: last, number: Int32(revisions.count))
  }

  /// Every item's definition in force, in byte order of the names.
  package var allItems: [UsageItemDefinition] {
    items.values.compactMap(\.last).sorted { $0.item < $1.item }
  }
}

/// A definition and its place in the row of revisions: 1, 2, 3, …
package struct ItemRevision: Sendable {
  package let definition: UsageItemDefinition
  package let number: Int32
}
