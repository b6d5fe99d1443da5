/// How text is set off on a terminal; elsewhere it stays plain.
package struct TextStyle: Sendable {
  private let isColoured: Bool

  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  package static let plain = TextStyle(isColoured: false)

  package func bold(_ text: String) -> String { wrap(text, "1") }
  package func dim(_ text: String) -> String { wrap(text, "2") }
  package func good(_ text: String) -> String { wrap(text, "32") }
  package func bad(_ text: String) -> String { wrap(text, "1;31") }

  private func wrap(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
  }
}
