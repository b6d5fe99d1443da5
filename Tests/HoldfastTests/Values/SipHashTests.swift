import HoldfastTesting
import Testing

@testable import Holdfast

@Suite struct SipHashTests {
  private static let key = HashKey(
    first: 0x0706_0504_0302_0100, second: 0x0f0e_0d0c_0b0a_0908)

  @Test func `it gives the vectors of the reference implementation`() {
    #expect(SipHashVectors.all.count == 64)
    for (length, vector) in SipHashVectors.all.enumerated() {
      let input = (0..<length).map { UInt8($0) }
      #expect(hex(of: digest(of: input, Self.key)) == vector, "length \(length)")
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `it gives what a slow second implementation gives`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for length in 0..<160 {
      let key = HashKey(first: random.next(), second: random.next())
      let input = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let note: Comment = "seed \(seed), length \(length)"
      #expect(hex(of: digest(of: input, key)) == SlowSipHash(key).hex(of: input), note)
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `it does not matter in which pieces bytes are appended`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<100 {
      let input = (0..<Int.random(in: 0...70, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var hash = SipHash(key: Self.key)
      var rest = input[...]
      while !rest.isEmpty {
        let count = min(rest.count, Int.random(in: 1...20, using: &random))
        if count == 8 {
          hash.append(rest.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        } else if count == 1 {
          hash.append(rest[rest.startIndex])
        } else {
          Array(rest.prefix(count)).withUnsafeBufferPointer { hash.append(bytes: $0) }
        }
        rest = rest.dropFirst(count)
      }
      #expect(
        hash.finalized() == digest(of: input, Self.key), "seed \(seed), round \(round), \(input)")
    }
  }

  @Test func `neighbouring texts do not run together`() {
    func digest(_ texts: [String]) -> Digest {
      var hash = SipHash(key: Self.key)
      for text in texts { hash.append(ByteText(text)) }
      return hash.finalized()
    }
    let texts = [
      ["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], ["é"], ["e\u{301}"],
    ]
    #expect(Set(texts.map(digest)).count == texts.count)
  }

  private func digest(of input: [UInt8], _ key: HashKey) -> Digest {
    var hash = SipHash(key: key)
    input.withUnsafeBufferPointer { hash.append(bytes: $0) }
    return hash.finalized()
  }

  /// The sixteen bytes of the digest in the order the reference implementation writes them.
  private func hex(of digest: Digest) -> String {
    [digest.first, digest.second].map { word in
      (0..<8).map { SlowSipHash.hex(UInt8(truncatingIfNeeded: word >> (8 * $0))) }.joined()
    }.joined()
  }
}
