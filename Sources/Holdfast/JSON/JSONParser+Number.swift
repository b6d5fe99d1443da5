/// Reading numbers: integers exactly, everything else as the nearest `Double`.
extension JSONParser {
  /// Reads a number; `index` is at its sign or first digit.
  mutating func number() throws(JSONError) -> JSONValue {
    let first = index
    let isNegative = consume(UInt8(ascii: "-"))
    let magnitude = try integerPart()
    if index < count {
      switch start[index] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        return .number(try double(from: first))
      default: break
      }
    }
    guard let magnitude else { return .number(try double(from: first)) }
    if !isNegative {
      guard let value = Int64(exactly: magnitude) else { return .unsigned(magnitude) }
      return .integer(value)
    }
    guard magnitude <= Int64.min.magnitude else { return .number(try double(from: first)) }
    return .integer(Int64(truncatingIfNeeded: 0 &- magnitude))
  }

  /// `nil` when the digits do not fit in 64 bits, which only matters if no fraction or exponent
  /// follows.
  private mutating func integerPart() throws(JSONError) -> UInt64? {
    if consume(UInt8(ascii: "0")) {
      guard digit() == nil else { throw error(.unexpectedByte) }
      return 0
    }
    var magnitude: UInt64 = 0
    var overflows = false
    let first = index
    while let digit = digit() {
      index += 1
      let (product, productOverflows) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflows) = product.addingReportingOverflow(UInt64(digit))
      overflows = overflows || productOverflows || sumOverflows
      magnitude = sum
    }
    guard index > first else { throw missingDigit() }
    return overflows ? nil : magnitude
  }

  private mutating func double(from first: Int) throws(JSONError) -> Double {
    if consume(UInt8(ascii: ".")) { try skipDigits() }
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      try skipDigits()
    }
    let text = UnsafeBufferPointer(start: start + first, count: index - first)
    let value = Double(String(decoding: text, as: UTF8.self))
    let isInteger = text.allSatisfy { $0 == UInt8(ascii: "-") || (48...57).contains($0) }
    guard let value, roundsNumbers || (value.isFinite && !isInteger) else {
      throw JSONError(.numberOutOfRange, at: first)
    }
    return value
  }

  private mutating func skipDigits() throws(JSONError) {
    guard digit() != nil else { throw missingDigit() }
    while digit() != nil { index += 1 }
  }

  private func digit() -> UInt8? {
    guard index < count else { return nil }
    let digit = start[index] &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  private func missingDigit() -> JSONError {
    error(index < count ? .unexpectedByte : .unexpectedEnd)
  }
}
