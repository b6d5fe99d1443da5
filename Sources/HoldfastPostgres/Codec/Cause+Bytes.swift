internal import Holdfast

/// What an action is written relative to: the row it caused.
struct ActionFrame: Sendable {
  let row: RowFrame
  let delta: Figures
  let subject: Int64

  /// The name of the row's stream, as a unit.
  var unit: ByteText? {
    if case .balance(let unit) = row.place.stream { unit.text } else { nil }
  }

  /// The name of the row's stream, as an item.
  var item: ByteText? {
    if case .usage(let item) = row.place.stream { item.text } else { nil }
  }
}

private struct CauseFlags: OptionSet {
  let rawValue: UInt8

  /// The key is the command's own: neither derived from a group nor made by the store.
  static let ownKey = CauseFlags(rawValue: 1 << 0)
  static let inGroup = CauseFlags(rawValue: 1 << 1)
  /// The command works on another account, as in the rows of whoever receives a transfer.
  static let otherAccount = CauseFlags(rawValue: 1 << 2)
  static let namesAccount = CauseFlags(rawValue: 1 << 3)
  static let otherName = CauseFlags(rawValue: 1 << 4)
}

extension ByteWriter {
  /// All of a command but tenant, key and details, which have columns.
  mutating func cause(_ cause: PreparedCommand, of frame: ActionFrame) {
    let place = frame.row.place
    let name = cause.command.account
    let accountID = cause.accountID ?? place.account
    var flags: CauseFlags = []
    if cause.command.key != nil { flags.insert(.ownKey) }
    if cause.group != nil { flags.insert(.inGroup) }
    if accountID != place.account { flags.insert(.otherAccount) }
    if name != nil { flags.insert(.namesAccount) }
    if let name, name != place.name { flags.insert(.otherName) }
    byte(flags.rawValue)
    digest(cause.fingerprint)
    if flags.contains(.otherAccount) { digest(accountID.digest) }
    if let name, flags.contains(.otherName) { text(name.text) }
    if let group = cause.group {
      text(group.key.text)
      digest(group.fingerprint)
      count(group.index)
      count(group.count)
    }
    byte(cause.name.rawValue)
    action(cause.command.action, of: frame)
  }
}

extension ByteReader {
  mutating func cause(
    _ stored: StoredRow, of frame: ActionFrame
  ) throws(CorruptRow) -> PreparedCommand {
    let place = frame.row.place
    guard let text = stored.key else { throw corrupt("a key") }
    let key = IdempotencyKey(text)
    let flags = CauseFlags(rawValue: try byte())
    let fingerprint = try digest()
    var accountID = place.account
    if flags.contains(.otherAccount) { accountID = AccountID(digest: try digest()) }
    var name = flags.contains(.namesAccount) ? place.name : nil
    if flags.contains(.otherName) { name = AccountName(text: try self.text()) }
    let group = flags.contains(.inGroup) ? try group() : nil
    guard let command = CommandName(rawValue: try byte()) else { throw corrupt("a command") }
    let action = try action(command, StoredTexts(stored, self), of: frame)
    return PreparedCommand(
      restoring: Command(
        tenant: place.tenant, account: name, key: flags.contains(.ownKey) ? key : nil,
        action: action),
      key: key, fingerprint: fingerprint, accountID: accountID, group: group)
  }

  private mutating func group() throws(CorruptRow) -> GroupMembership {
    let key = IdempotencyKey(text: try text())
    let fingerprint = try digest()
    let index = try version(Int64(bitPattern: try unsigned()), from: 0)
    let count = try version(Int64(bitPattern: try unsigned()))
    return GroupMembership(
      key: key, fingerprint: fingerprint, index: Int(index), count: Int(count))
  }
}
