/// How many columns a text takes on a terminal that is drawn in a grid.
///
/// A character is what a reader takes for one: an emoji of several scalars is two columns, not their
/// sum. Terminals disagree about few of them.
extension StringProtocol {
  package var displayWidth: Int {
    reduce(0) { $0 + $1.displayWidth }
  }

  /// The text, cut to so many columns; what was cut ends in `…`.
  package func cut(toWidth limit: Int) -> String {
    guard displayWidth > limit else { return String(self) }
    var text = ""
    var width = 1
    for character in self {
      width += character.displayWidth
      guard width <= limit else { break }
      text.append(character)
    }
    return limit > 0 ? text + "…" : ""
  }

  /// The text in lines of at most so many columns, broken between words; a longer word stays whole.
  package func wrapped(toWidth limit: Int) -> [String] {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.displayWidth + 1 + word.displayWidth <= limit {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Whether some of it is written from right to left.
  package var hasRightToLeft: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }

  /// The text, kept from turning what stands beside it: its direction is its own.
  package var isolated: String {
    hasRightToLeft ? "\u{2068}\(self)\u{2069}" : String(self)
  }
}

extension Character {
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    let isEmoji =
      first.properties.isEmojiPresentation
      || first.properties.isEmoji && unicodeScalars.contains("\u{FE0F}")
    return isEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    switch value {
    case 0x20...0x7E: return 1
    case 0x1160...0x11FF: return 0
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return isWide ? 2 : 1
    }
  }

  /// East Asian Width `W` or `F`, without the emoji: Unicode 15.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F265,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
