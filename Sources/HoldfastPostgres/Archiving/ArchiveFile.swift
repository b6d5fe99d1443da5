internal import Holdfast

/// A file that an archive is written to: lines are added, made durable, and taken back where what they
/// tell of did not come about.
struct ArchiveFile: ~Copyable {
  /// Up to where the file stands.
  struct Mark {
    var rows: Int64 = 0
    var bytes: Int64 = 0
    /// The check of the last line.
    var check = ArchiveLine.noDigest

    /// As it is written with the line.
    var tail: String { String(check.hexadecimal.prefix(ArchiveFile.checkDigits)) }
  }

  static let checkDigits = 16

  let number: Int32
  private let file: PosixFile
  private(set) var mark = Mark()
  private var unwritten: [UInt8] = []

  /// Makes the file, which must not be there.
  init(_ number: Int32, name: String, in folder: String) throws(ArchiveError) {
    let file = try PosixFile("\(folder)/\(name)", for: .create)
    try PosixFile(folder, for: .folder).sync()
    self.number = number
    self.file = consume file
  }

  mutating func append(_ text: String, isRow: Bool = false) {
    mark.check = ArchiveLine.check(mark.check, text)
    let line = Array("\(text.dropLast()),\"check\":\"\(mark.tail)\"}\n".utf8)
    unwritten += line
    mark.bytes += Int64(line.count)
    if isRow { mark.rows += 1 }
  }

  /// Returns when all lines so far would survive a crash.
  mutating func sync() throws(ArchiveError) {
    try file.write(unwritten)
    unwritten = []
    try file.sync()
  }

  /// Takes back all lines behind a mark.
  mutating func rewind(to mark: consuming Mark) throws(ArchiveError) {
    unwritten = []
    if try file.size() > mark.bytes { try file.truncate(to: mark.bytes) }
    self.mark = mark
  }
}

/// A file as the database knows it.
package struct ArchiveFileRecord: Hashable, Sendable {
  package let number: Int32
  package let name: String
  /// What of it is committed, and the check of the last line of that.
  package let rows: Int64
  package let bytes: Int64
  package let tail: String

  init(_ rows: Rows, _ row: Int) {
    number = rows.int32(row, 0)
    name = rows.text(row, 1)
    self.rows = rows.int64(row, 2)
    bytes = rows.int64(row, 3)
    tail = rows.text(row, 4)
  }
}
