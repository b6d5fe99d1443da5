package import Holdfast

/// The balances and items that a workload uses.
package struct WorkloadScope: Sendable {
  package var addresses: [AccountAddress]
  package var units: [UnitName]
  package var items: [ItemName]
}
