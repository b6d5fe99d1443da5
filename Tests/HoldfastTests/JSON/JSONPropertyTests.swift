import Testing

@testable import Holdfast

@Suite struct JSONPropertyTests {
  @Test(arguments: UInt64(1)...8)
  func `what is written reads back as an equal value`(seed: UInt64) throws {
    var generator = JSONGenerator(seed: seed)
    for round in 0..<100 {
      let value = generator.value(depth: 4)
      let note: Comment = "seed \(seed), round \(round)"
      let read = try JSONValue.parse(value.text.utf8)
      #expect(read == value, note)
      #expect(read.hashValue == value.hashValue, note)
      #expect(bytes(read.text) == bytes(value.text), note)
      #expect(try JSONValue.parse(value.prettyText.utf8) == value, note)
      #expect(try JSONValue.parse(value.canonicalText.utf8) == value, note)
    }
  }

  @Test(arguments: UInt64(1)...8)
  func `the canonical form does not depend on the order of members`(seed: UInt64) {
    var generator = JSONGenerator(seed: seed)
    var reordered = 0
    for round in 0..<100 {
      let value = generator.value(depth: 4)
      let permuted = generator.permuted(value)
      let note: Comment = "seed \(seed), round \(round)"
      if bytes(permuted.text) != bytes(value.text) { reordered += 1 }
      #expect(bytes(permuted.canonicalText) == bytes(value.canonicalText), note)
      #expect(permuted == value, note)
      #expect(permuted.hashValue == value.hashValue, note)
    }
    #expect(reordered > 5, "seed \(seed) shuffled almost nothing")
  }

  @Test(arguments: UInt64(1)...8)
  func `two values are equal exactly when their canonical forms are`(seed: UInt64) {
    var generator = JSONGenerator(seed: seed)
    let values = (0..<60).map { _ in generator.value(depth: 1) }
    let texts = values.map { bytes($0.canonicalText) }
    for left in values.indices {
      for right in values.indices {
        #expect(
          (values[left] == values[right]) == (texts[left] == texts[right]),
          "seed \(seed): \(values[left].text) and \(values[right].text)")
      }
    }
  }

  @Test func `any bytes are read or refused, and every reason is met`() throws {
    var codes: [String: Int] = [:]
    for seed in UInt64(1)...8 {
      var generator = JSONGenerator(seed: seed)
      for round in 0..<1000 {
        let input = generator.bytes()
        let note: Comment = "seed \(seed), round \(round)"
        do throws(JSONError) {
          let value = try JSONValue.parse(input, maximumDepth: 3)
          codes["read", default: 0] += 1
          #expect(try JSONValue.parse(value.text.utf8) == value, note)
        } catch {
          codes[error.reason.code, default: 0] += 1
          #expect((0...input.count).contains(error.offset), note)
          let isAtEnd = error.offset == input.count
          #expect(isAtEnd == (error.reason == .unexpectedEnd), note)
        }
      }
    }
    #expect(
      Set(codes.keys) == [
        "read", "unexpected_byte", "unexpected_end", "trailing_bytes", "too_deep", "duplicate_name",
        "invalid_utf8", "invalid_escape", "lone_surrogate", "control_character",
        "number_out_of_range",
      ], "\(codes)")
    #expect(codes["read", default: 0] > 500, "\(codes)")
  }

  private func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
  }
}
