internal import Holdfast

extension Parameter {
  /// The id of an account.
  static func account(_ id: AccountID) -> Parameter {
    .uuid(first: id.digest.first, second: id.digest.second)
  }

  /// The ids of some accounts, or of groups.
  static func accounts(_ ids: some Collection<AccountID>) -> Parameter {
    var column = ColumnBuffer.uuid(capacity: ids.count)
    for id in ids { column.append(id.digest) }
    return column.parameter()
  }

  /// The slot of some rows, their accounts, their streams and their versions.
  static func rows(_ keys: [RowKey], in slot: Int16) -> [Parameter] {
    var streams = ColumnBuffer.int2(capacity: keys.count)
    var versions = ColumnBuffer.int8(capacity: keys.count)
    for key in keys {
      streams.append(int2: key.stream)
      versions.append(int8: key.version)
    }
    return [
      .int2(slot), .accounts(keys.map(\.account)), streams.parameter(), versions.parameter(),
    ]
  }
}
