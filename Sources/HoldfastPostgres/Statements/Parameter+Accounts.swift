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
}
