/// How wide a text is about when it is drawn, without knowing the font.
enum TextMeasure {
  /// In pixels; rather too much than too little.
  static func width(_ text: String, size: Double = 12) -> Double {
    text.reduce(0) { $0 + ems(of: $1) } * size
  }

  /// The text, cut so that it takes at most so many pixels; what was cut ends in `…`.
  static func cut(_ text: String, toWidth limit: Double) -> String {
    guard width(text) > limit else { return text }
    var cut = ""
    for character in text {
      guard width(cut + String(character) + "…") <= limit else { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// The text, broken between words into lines of at most so many pixels.
  static func lines(_ text: String, width limit: Double, size: Double) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, width("\(last) \(word)", size: size) <= limit {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  private static func ems(of character: Character) -> Double {
    switch character {
    case "i", "j", "l", "I", "'", ".", ",", ":", ";", "|", "!": 0.3
    case "f", "r", "t", "(", ")", "[", "]", "/", "-", " ": 0.4
    case "m", "w", "M", "W", "%", "@", "…": 0.95
    case "A"..."Z": 0.7
    default: character.displayWidth > 1 ? 1.15 : 0.6 * Double(character.displayWidth)
    }
  }
}
