internal import HoldfastPostgres

/// A field in PostgreSQL's binary format; `nil` for NULL.
typealias Field = [UInt8]?

extension [UInt8] {
  init(_ value: some FixedWidthInteger) {
    self = Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  /// The big-endian number that these bytes are.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number {
    precondition(count == MemoryLayout<Number>.size, "a number of another width")
    return withUnsafeBytes { Number(bigEndian: $0.loadUnaligned(as: Number.self)) }
  }
}

/// The parameters of a statement, as the server reads them.
struct Arguments {
  private let parameters: [Parameter]

  init(_ statement: Statement) {
    parameters = statement.parameters
  }

  func field(_ index: Int) -> Field { parameters[index - 1].bytes }

  /// `$1` is the first.
  func bytes(_ index: Int) -> [UInt8] {
    guard let bytes = field(index) else { preconditionFailure("NULL where a value was expected") }
    return bytes
  }

  func int2(_ index: Int) -> Int16 { bytes(index).number(Int16.self) }
  func int8(_ index: Int) -> Int64 { bytes(index).number(Int64.self) }
  func id(_ index: Int) -> RowID { RowID(bytes(index)) }
  func ids(_ index: Int) -> [RowID] { values(index).map { RowID($0) } }
  func int2s(_ index: Int) -> [Int16] { values(index).map { $0.number(Int16.self) } }
  func int8s(_ index: Int) -> [Int64] { values(index).map { $0.number(Int64.self) } }

  private func values(_ index: Int) -> [[UInt8]] {
    elements(index).map { element in
      guard let element else { preconditionFailure("NULL among values") }
      return element
    }
  }

  /// The elements of a one-dimensional array.
  func elements(_ index: Int) -> [Field] {
    let bytes = bytes(index)
    guard Array(bytes[0..<4]).number(Int32.self) == 1 else { return [] }
    let count = Int(Array(bytes[12..<16]).number(Int32.self))
    var fields: [Field] = []
    fields.reserveCapacity(count)
    var place = 20
    for _ in 0..<count {
      let length = Int(Array(bytes[place..<place + 4]).number(Int32.self))
      place += 4
      if length < 0 {
        fields.append(nil)
      } else {
        fields.append(Array(bytes[place..<place + length]))
        place += length
      }
    }
    return fields
  }
}

/// A UUID, in the order in which the server sorts them.
struct RowID: Hashable, Comparable {
  let first: UInt64
  let second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ bytes: [UInt8]) {
    first = Array(bytes[0..<8]).number(UInt64.self)
    second = Array(bytes[8..<16]).number(UInt64.self)
  }

  /// Stands for a name, where rows are found by one.
  init(naming name: [UInt8]) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.init(first: hash, second: UInt64(name.count))
  }

  static func < (left: RowID, right: RowID) -> Bool {
    (left.first, left.second) < (right.first, right.second)
  }
}
