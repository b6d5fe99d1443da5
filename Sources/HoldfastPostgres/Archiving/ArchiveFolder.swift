package import Holdfast

/// A folder with the files of an archive, of which every line was looked at: none is missing, changed
/// or in another place than it was written to.
package final class ArchiveFolder: Sendable {
  /// A part of a file: the lines of one account.
  private struct Section {
    let file: Int
    let start: Int64
    var end: Int64
  }

  private let paths: [String]
  private let sections: [AccountID: [Section]]

  /// Goes through the files as far as they are committed.
  ///
  /// - Parameter files: As the database knows them.
  package init(_ folder: String, files: [ArchiveFileRecord]) throws(ArchiveError) {
    var paths: [String] = []
    var sections: [AccountID: [Section]] = [:]
    for record in files where record.bytes > 0 {
      let path = "\(folder)/\(record.name)"
      var account: AccountID?
      var rows: Int64 = 0
      let last = try ArchiveFolder.lines(of: path, through: record.bytes) {
        text, start, end throws(ArchiveError) in
        let named: AccountID?
        do throws(CorruptRow) { named = try ArchiveLine.account(text) } catch {
          throw ArchiveError.corrupt(error)
        }
        if let named {
          account = named
          sections[named, default: []].append(Section(file: paths.count, start: start, end: end))
        } else if let account, let index = sections[account]?.indices.last {
          sections[account]?[index].end = end
        }
        if text.hasPrefix(#"{"type":"row","#) { rows += 1 }
      }
      guard last == record.tail, rows == record.rows else { throw ArchiveError.short(path) }
      paths.append(path)
    }
    self.paths = paths
    self.sections = sections
  }

  /// Hands out each line, without its check, and where it stands; answers the check of the last.
  private static func lines(
    of path: String, through size: Int64,
    _ visit: (String, Int64, Int64) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> String {
    let file = try PosixFile(path, for: .read)
    guard try file.size() >= size else { throw .short(path) }
    var check = ArchiveLine.noDigest
    var tail = ""
    var number = 0
    var place: Int64 = 0
    var rest: [UInt8] = []
    var start: Int64 = 0
    while place < size {
      let part = try file.read(at: place, count: Int(min(1 << 20, size - place)))
      place += Int64(part.count)
      rest += part
      var index = 0
      while let end = rest[index...].firstIndex(of: 10) {
        number += 1
        guard let line = ArchiveFolder.unchecked(rest[index..<end]) else {
          throw .damaged(path, line: number)
        }
        check = ArchiveLine.check(check, line.text)
        tail = line.check
        guard check.hexadecimal.hasPrefix(tail) else { throw .damaged(path, line: number) }
        let length = Int64(end + 1 - index)
        try visit(line.text, start, start + length)
        start += length
        index = end + 1
      }
      rest.removeSubrange(..<index)
    }
    guard rest.isEmpty else { throw .damaged(path, line: number + 1) }
    return tail
  }

  /// A line apart from its check; `nil` when it has none.
  static func unchecked(_ line: ArraySlice<UInt8>) -> (text: String, check: String)? {
    let digits = ArchiveFile.checkDigits
    let tail = Array(#","check":""#.utf8)
    let length = tail.count + digits + 2
    guard line.count > length, line.suffix(2).elementsEqual(Array("\"}".utf8)) else { return nil }
    let start = line.endIndex - length
    guard line[start..<(start + tail.count)].elementsEqual(tail) else { return nil }
    let text = String(decoding: line[..<start], as: UTF8.self) + "}"
    let check = String(decoding: line[(start + tail.count)..<(line.endIndex - 2)], as: UTF8.self)
    return (text, check)
  }

  /// The archived rows of an account; `nil` when it has none.
  package func account(_ id: AccountID) throws(ArchiveError) -> ArchivedAccount? {
    guard let sections = sections[id] else { return nil }
    var account = ArchivedAccount()
    for section in sections {
      let file = try PosixFile(paths[section.file], for: .read)
      let bytes = try file.read(at: section.start, count: Int(section.end - section.start))
      for line in bytes.split(separator: 10) {
        guard let line = ArchiveFolder.unchecked(line) else {
          throw .damaged(paths[section.file], line: 0)
        }
        do throws(CorruptRow) { try account.take(line.text) } catch { throw .corrupt(error) }
      }
    }
    return account
  }
}
