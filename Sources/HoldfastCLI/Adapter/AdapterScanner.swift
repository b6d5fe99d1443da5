/// Finds the statements of an SQL text and the names in them, without understanding more of it.
struct AdapterScanner {
  private let text: [Character]
  private var position = 0
  private var pieces: [AdapterStatement.Piece] = []
  private var part = ""
  private var found: [AdapterStatement] = []

  init(_ text: String) {
    self.text = Array(text)
  }

  mutating func statements() -> [AdapterStatement] {
    while position < text.count {
      let character = text[position]
      let next = position + 1 < text.count ? text[position + 1] : " "
      switch (character, next) {
      case ("-", "-"): skip(to: "\n")
      case ("/", "*"): skip(to: "*/")
      case ("'", _), ("\"", _): quoted(by: character)
      case ("$", _): dollarQuoted()
      case (":", ":"): take(2)
      case (":", _) where next.isLetter || next == "_": name()
      case (";", _):
        position += 1
        endStatement()
      default: take(1)
      }
    }
    endStatement()
    return found
  }

  private mutating func take(_ count: Int) {
    let end = min(text.count, position + count)
    part += String(text[position..<end])
    position = end
  }

  /// Leaves a comment out.
  private mutating func skip(to end: String) {
    position = find(end, from: position + 2) ?? text.count
    part += " "
  }

  private mutating func quoted(by quote: Character) {
    let end = find(String(quote), from: position + 1) ?? text.count
    take(end - position)
  }

  /// A text between `$tag$` and the next `$tag$`; a lone dollar is taken as it is.
  private mutating func dollarQuoted() {
    var tagEnd = position + 1
    while tagEnd < text.count, text[tagEnd].isLetter || text[tagEnd] == "_" { tagEnd += 1 }
    guard tagEnd < text.count, text[tagEnd] == "$" else { return take(1) }
    let tag = String(text[position...tagEnd])
    let end = find(tag, from: tagEnd + 1) ?? text.count
    take(end - position)
  }

  private mutating func name() {
    if !part.isEmpty { pieces.append(.text(part)) }
    part = ""
    position += 1
    var name = ""
    while position < text.count,
      text[position].isLetter || text[position].isNumber || text[position] == "_"
    {
      name.append(text[position])
      position += 1
    }
    pieces.append(.parameter(name))
  }

  private mutating func endStatement() {
    if !part.isEmpty { pieces.append(.text(part)) }
    let isEmpty = pieces.allSatisfy { piece in
      if case .text(let text) = piece { text.allSatisfy(\.isWhitespace) } else { false }
    }
    if !isEmpty { found.append(AdapterStatement(pieces: pieces)) }
    pieces = []
    part = ""
  }

  /// Where the words end that are found next.
  private func find(_ words: String, from start: Int) -> Int? {
    let words = Array(words)
    var index = start
    while index + words.count <= text.count {
      if Array(text[index..<index + words.count]) == words { return index + words.count }
      index += 1
    }
    return nil
  }
}
