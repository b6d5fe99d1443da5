/// Puts pieces of markup one behind the other.
@resultBuilder package enum MarkupBuilder {
  package static func buildExpression(_ piece: Markup) -> Markup { piece }
  package static func buildExpression(_ text: String) -> Markup { Markup(text) }

  package static func buildBlock(_ pieces: Markup...) -> Markup { joined(pieces) }
  package static func buildArray(_ pieces: [Markup]) -> Markup { joined(pieces) }
  package static func buildOptional(_ piece: Markup?) -> Markup { piece ?? Markup() }
  package static func buildEither(first piece: Markup) -> Markup { piece }
  package static func buildEither(second piece: Markup) -> Markup { piece }

  private static func joined(_ pieces: [Markup]) -> Markup {
    var all = Markup()
    for piece in pieces { all.add(piece) }
    return all
  }
}
