package import Holdfast

/// One figure of an answer, under the name it has in replay files.
package struct Fact: Equatable, Sendable {
  package let name: String
  package let value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  package enum Value: Equatable, Sendable {
    case integer(Int64)
    case flag(Bool)
    case text(ByteText)
    case instant(Instant)
    /// The label of what an id names.
    case label(String)
    case none
  }
}

extension Fact.Value {
  static func word(_ string: String) -> Fact.Value { .text(ByteText(string)) }
  static func optional(_ integer: Int64?) -> Fact.Value { integer.map { .integer($0) } ?? .none }
  static func optional(_ instant: Instant?) -> Fact.Value { instant.map { .instant($0) } ?? .none }
  static func optional(_ text: ByteText?) -> Fact.Value { text.map { .text($0) } ?? .none }
  static func optional(_ amount: Amount?) -> Fact.Value {
    amount.map { .integer($0.value) } ?? .none
  }
}
