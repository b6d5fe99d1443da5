internal import Holdfast

/// Versions of a stream of one of the accounts of a page.
struct VersionRange {
  /// Where the account stands in the page.
  let account: Int
  let id: AccountID
  let stream: Int16
  let name: StreamName
  /// The version before the first that counts for itself; `nil` for none.
  var before: Int64?
  var first: Int64
  var last: Int64

  var count: Int64 { max(0, last - first + 1) }

  var isMeter: Bool {
    if case .usage = name { true } else { false }
  }

  /// The ranges in parts of so many versions.
  static func parts(of ranges: [VersionRange], size: Int64) -> [[VersionRange]] {
    var parts: [[VersionRange]] = []
    var filled = size
    for var range in ranges {
      while range.count > 0 {
        if filled >= size {
          parts.append([])
          filled = 0
        }
        var piece = range
        piece.last = min(range.last, range.first + size - filled - 1)
        parts[parts.count - 1].append(piece)
        filled += piece.count
        range.first = piece.last + 1
      }
    }
    return parts
  }
}
