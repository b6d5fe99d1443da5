/// Numbers a client's calls and makes up its keys.
package struct CallMaker: Sendable {
  package let client: Int32
  package var random: SplitMix
  /// The time, in microseconds since the run began.
  package var now: Int64 = 0
  private var calls: Int32 = 0
  private var keys: Int32 = 0

  /// The same client of the same seed makes the same calls, as far as it gets the same answers.
  package init(client: Int32, seed: UInt64) {
    self.client = client
    var seeds = SplitMix(seed: seed ^ UInt64(UInt32(bitPattern: client)) << 20)
    random = SplitMix(seed: seeds.next())
  }

  /// A call under a key of its own.
  package mutating func call(
    _ word: RaceWord, account: Int32, amount: Int64 = 0, subject: RaceKey? = nil,
    to: Int32? = nil, item: Int32? = nil, isFinal: Bool = false,
    overage: RaceCall.Overage = .standard, expires: Int32? = nil
  ) -> RaceCall {
    keys += 1
    return RaceCall(
      client: client, number: number(), word: word, account: account,
      key: RaceKey(client: client, number: keys), amount: amount, subject: subject, to: to,
      item: item, isFinal: isFinal, overage: overage, expires: expires)
  }

  /// The same again, under the same key.
  package mutating func again(_ call: RaceCall) -> RaceCall {
    var call = call
    call.number = number()
    return call
  }

  private mutating func number() -> Int32 {
    calls += 1
    return calls
  }
}
