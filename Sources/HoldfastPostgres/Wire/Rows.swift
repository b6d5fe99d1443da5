/// What a statement answered: rows of fields in binary format, copied out of libpq.
///
/// Rows and columns count from 0. Asking for a field that is not there, or for a type the field does
/// not have, is a programmer error: the statement and its reader are written together.
package struct Rows: Sendable {
  package let rowCount: Int
  package let columnCount: Int
  /// What the server calls the outcome: `INSERT 0 3`, `COMMIT`. A COMMIT of a failed transaction
  /// comes back as `ROLLBACK`.
  package let commandTag: String

  /// Its columns, of the answer to a script; of other answers nothing is told.
  package internal(set) var columns: [Column] = []

  /// The fields one after the other, row by row.
  let bytes: [UInt8]
  /// Where each field ends in `bytes`; the complement of that for NULL.
  let ends: [Int]

  /// What a column is called, and whether it has numbers.
  package struct Column: Hashable, Sendable {
    package let name: String
    package let isNumber: Bool
  }

  /// How many rows were read or changed; 0 for statements that do neither.
  package var affected: Int {
    commandTag.split(separator: " ").last.flatMap { Int($0) } ?? 0
  }

  /// The bytes that a field takes; `nil` for NULL.
  func range(_ row: Int, _ column: Int) -> Range<Int>? {
    precondition(
      row >= 0 && row < rowCount && column >= 0 && column < columnCount, "no such field")
    let index = row * columnCount + column
    let end = ends[index]
    if end < 0 { return nil }
    guard index > 0 else { return 0..<end }
    let before = ends[index - 1]
    return (before < 0 ? ~before : before)..<end
  }
}
