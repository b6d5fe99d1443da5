package import Holdfast

/// Where a stream stands: what all its rows have in common, so that none repeats it.
package struct StreamPlace: Hashable, Sendable {
  package let account: AccountID
  package let tenant: TenantName
  package let name: AccountName
  package let stream: StreamName

  package init(
    account: AccountID, tenant: TenantName, name: AccountName, stream: StreamName
  ) {
    self.account = account
    self.tenant = tenant
    self.name = name
    self.stream = stream
  }
}

/// What positions and instants of one encoded value are written relative to.
struct RowFrame: Sendable {
  let place: StreamPlace
  let version: Int64
  let instant: Instant
}

extension Instant {
  /// What an instant is written relative to where nothing is near it.
  static let epoch = Instant(microseconds: 0)
}
