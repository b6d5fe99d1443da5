/// A piece of HTML or SVG in which everything that was a text is escaped.
///
/// Every element is closed, and only what is empty in HTML is closed in itself: what it makes can be
/// read as HTML and as XML.
package struct Markup: Hashable, Sendable, ExpressibleByStringLiteral {
  /// What was written so far.
  package private(set) var source: String

  /// Nothing yet.
  package init() {
    source = ""
  }

  /// A line break of the source; it is not to be seen.
  static var lineBreak: Markup { Markup().onItsOwnLine }

  /// A text.
  package init(_ text: String) {
    source = Markup.escaped(text)
  }

  package init(stringLiteral text: String) {
    self.init(text)
  }

  /// Rules of a stylesheet. They are the program's own: what callers wrote has no place in them.
  package init(style rules: StaticString) {
    source = "<style>\n\(rules)\n</style>"
  }

  /// An element around its content.
  package init(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String> = [:],
    @MarkupBuilder _ content: () -> Markup
  ) {
    source = Markup.tag(name, attributes) + ">" + content().source + "</\(name)>"
  }

  /// An element that has no content.
  package init(empty name: StaticString, _ attributes: KeyValuePairs<StaticString, String>) {
    source = Markup.tag(name, attributes) + "/>"
  }

  package mutating func add(_ other: Markup) {
    source += other.source
  }

  func followed(by other: Markup) -> Markup {
    var copy = self
    copy.add(other)
    return copy
  }

  /// The same on a line of its own.
  var onItsOwnLine: Markup {
    var copy = self
    copy.source += "\n"
    return copy
  }

  private static func tag(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String>
  ) -> String {
    var text = "<\(name)"
    for (attribute, value) in attributes { text += " \(attribute)=\"\(escaped(value))\"" }
    return text
  }

  /// What neither HTML nor XML can carry becomes U+FFFD.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
