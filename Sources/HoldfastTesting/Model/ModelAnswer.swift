package import Holdfast

/// What the contract lets a store answer to one command.
package enum ModelAnswer: Equatable, Sendable {
  case applied(ModelResult)
  case refused(ModelRefusal)
}

/// The figures of an applied command.
package struct ModelResult: Equatable, Sendable {
  package var duplicate: Bool
  /// Under the names of replay files; those that a replay repeats.
  package var facts: [Fact]
  /// The figure of the moment; `nil` where the answer has none.
  package var available: Int64?
}

/// A refusal, with the figures that the contract says.
package struct ModelRefusal: Error, Equatable, Sendable {
  package var code: LedgerError.Code
  package var available: Int64?
  package var required: Int64?
  /// The member of a group.
  package var index: Int?

  package init(
    _ code: LedgerError.Code, available: Int64? = nil, required: Int64? = nil, index: Int? = nil
  ) {
    self.code = code
    self.available = available
    self.required = required
    self.index = index
  }
}
