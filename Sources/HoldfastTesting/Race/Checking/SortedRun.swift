/// A part of a file whose records are in order, read a piece at a time.
struct SortedRun<Record: BitwiseCopyable> {
  private let file: RunFile<Record>
  private var position: Int
  private let end: Int
  private let pieceCount: Int
  private var piece: [Record] = []
  private var index = 0

  init(_ file: RunFile<Record>, _ range: Range<Int>, pieceCount: Int) {
    self.file = file
    position = range.lowerBound
    end = range.upperBound
    self.pieceCount = pieceCount
  }

  mutating func peek() throws(HistoryError) -> Record? {
    if index == piece.count {
      guard position < end else { return nil }
      piece = try file.read(position..<min(end, position + pieceCount))
      position += piece.count
      index = 0
    }
    return piece[index]
  }

  mutating func take() { index += 1 }
}
