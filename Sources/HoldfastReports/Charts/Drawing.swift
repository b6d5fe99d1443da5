/// What a chart drew.
package struct Drawing: Sendable {
  package var markup: Markup
  package var height: Double
}
