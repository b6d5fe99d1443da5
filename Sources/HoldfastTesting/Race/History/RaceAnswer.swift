/// What a call was answered.
package enum RaceAnswer: Hashable, Sendable {
  /// It had its effect, now or at an earlier call under its key.
  case applied(Effect)
  /// It had none.
  case refused(Refusal)
  /// Nobody knows: no answer came, or one that says so.
  case unknown

  /// What an answer says of an effect. What it does not say is `nil`.
  package struct Effect: Hashable, Sendable, BitwiseCopyable {
    /// The version of the journal row behind it; 0 where the answer names none.
    package var version: Int64
    /// Whether an earlier call under the key had the effect.
    package var duplicate: Bool
    /// What took effect: credited, drawn, held by a reserve, held after an increase, charged by a
    /// settle, given back by a release, reversed, counted; 0 where the word has none.
    package var amount: Int64
    /// What was asked for and could not be charged.
    package var shortfall: Int64?
    /// The posted figure after it.
    package var posted: Int64?
    /// Of a `balance`, what is held. Of any other, what its reservation still holds.
    package var held: Int64?

    package init(
      version: Int64 = 0, duplicate: Bool = false, amount: Int64, shortfall: Int64? = nil,
      posted: Int64? = nil, held: Int64? = nil
    ) {
      self.version = version
      self.duplicate = duplicate
      self.amount = amount
      self.shortfall = shortfall
      self.posted = posted
      self.held = held
    }
  }

  package struct Refusal: Hashable, Sendable {
    /// A code of the ledger, such as `insufficient_balance`.
    package var code: String
    /// What the answer says there was.
    package var available: Int64?
    /// What the answer says was needed.
    package var required: Int64?

    package init(code: String, available: Int64? = nil, required: Int64? = nil) {
      self.code = code
      self.available = available
      self.required = required
    }
  }
}
