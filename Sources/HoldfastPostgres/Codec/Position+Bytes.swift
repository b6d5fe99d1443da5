internal import Holdfast

/// How a position, or the text of an id that is none, is written. The form is the lowest three bits
/// of the first integer; above it stands the version, in the row's own stream as how far back it is.
private enum PositionForm: UInt64 {
  case ownStream
  /// The balance or item of the same name in another account.
  case sameNameElsewhere
  case ownBalance
  case ownItem
  case balanceElsewhere
  case itemElsewhere
  case text

  static let bits: UInt64 = 3
  static let mask: UInt64 = 0b111
}

extension ByteWriter {
  mutating func position(_ position: Position, in frame: borrowing RowFrame) {
    let place = frame.place
    let isOwn = position.account == place.account
    if position.stream == place.stream {
      if isOwn {
        form(.ownStream, ByteWriter.folded(frame.version &- position.version))
      } else {
        form(.sameNameElsewhere, UInt64(bitPattern: position.version))
        digest(position.account.digest)
      }
      return
    }
    let name: ByteText
    switch position.stream {
    case .balance(let unit):
      name = unit.text
      form(isOwn ? .ownBalance : .balanceElsewhere, UInt64(bitPattern: position.version))
    case .usage(let item):
      name = item.text
      form(isOwn ? .ownItem : .itemElsewhere, UInt64(bitPattern: position.version))
    }
    if !isOwn { digest(position.account.digest) }
    text(name)
  }

  mutating func id(_ id: some PositionID, in frame: borrowing RowFrame) {
    if let position = id.position {
      self.position(position, in: frame)
    } else {
      form(.text, 0)
      text(id.description)
    }
  }

  private mutating func form(_ form: PositionForm, _ value: UInt64) {
    unsigned(value << PositionForm.bits | form.rawValue)
  }
}

extension ByteReader {
  mutating func position(in frame: borrowing RowFrame) throws(CorruptRow) -> Position {
    let (form, value) = try form()
    return try position(form, value, in: frame)
  }

  mutating func id<ID: PositionID>(in frame: borrowing RowFrame) throws(CorruptRow) -> ID {
    let (form, value) = try form()
    if form == .text { return ID(try text().string) }
    return ID(try position(form, value, in: frame))
  }

  private mutating func form() throws(CorruptRow) -> (PositionForm, UInt64) {
    let word = try unsigned()
    guard let form = PositionForm(rawValue: word & PositionForm.mask) else {
      throw corrupt("a position")
    }
    return (form, word >> PositionForm.bits)
  }

  private mutating func position(
    _ form: PositionForm, _ value: UInt64, in frame: borrowing RowFrame
  ) throws(CorruptRow) -> Position {
    let place = frame.place
    var account = place.account
    if form == .ownStream {
      let version = try version(frame.version &- ByteReader.unfolded(value))
      return Position(account: account, stream: place.stream, version: version)
    }
    let version = try version(Int64(bitPattern: value))
    switch form {
    case .sameNameElsewhere, .balanceElsewhere, .itemElsewhere:
      account = AccountID(digest: try digest())
    case .ownStream, .ownBalance, .ownItem, .text: break
    }
    let stream: StreamName
    switch form {
    case .ownStream, .sameNameElsewhere: stream = place.stream
    case .ownBalance, .balanceElsewhere: stream = .balance(UnitName(text: try text()))
    case .ownItem, .itemElsewhere: stream = .usage(ItemName(text: try text()))
    case .text: throw corrupt("a position")
    }
    return Position(account: account, stream: stream, version: version)
  }
}
