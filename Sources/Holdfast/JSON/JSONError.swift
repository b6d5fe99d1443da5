/// Why a text is not JSON, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// Bytes before the place at fault: the offending byte, the first byte of the offending escape,
  /// UTF-8 sequence, number, name or bracket, or the length of the text when it ends too early.
  public let offset: Int

  /// What is wrong there.
  public let reason: Reason

  init(_ reason: Reason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// What can be wrong with a JSON text.
  public enum Reason: Sendable {
    /// A byte the grammar has no place for, such as a comment, a byte order mark or a leading zero.
    case unexpectedByte
    /// The text ends within a value.
    case unexpectedEnd
    /// Bytes other than white space follow the value.
    case trailingBytes
    /// More arrays and objects within each other than allowed.
    case tooDeep
    /// An object names the same member twice.
    case duplicateName(String)
    /// Bytes in a string that are not well-formed UTF-8.
    case invalidUTF8
    /// A backslash in a string followed by no escape of JSON's.
    case invalidEscape
    /// An escaped surrogate without its other half.
    case loneSurrogate
    /// A byte below 0x20 in a string.
    case controlCharacter
    /// An integer of more than 64 bits, or a number beyond the largest `Double`.
    case numberOutOfRange
  }
}

extension JSONError.Reason: Hashable {
  /// The reason as a word that never changes: `unexpected_byte`, `duplicate_name`, ….
  public var code: String {
    switch self {
    case .unexpectedByte: "unexpected_byte"
    case .unexpectedEnd: "unexpected_end"
    case .trailingBytes: "trailing_bytes"
    case .tooDeep: "too_deep"
    case .duplicateName: "duplicate_name"
    case .invalidUTF8: "invalid_utf8"
    case .invalidEscape: "invalid_escape"
    case .loneSurrogate: "lone_surrogate"
    case .controlCharacter: "control_character"
    case .numberOutOfRange: "number_out_of_range"
    }
  }

  private var name: String {
    guard case .duplicateName(let name) = self else { return "" }
    return name
  }

  public static func == (left: JSONError.Reason, right: JSONError.Reason) -> Bool {
    left.code == right.code && left.name.hasSameBytes(as: right.name)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    name.hashBytes(into: &hasher)
  }
}

extension JSONError: CustomStringConvertible {
  /// A sentence for a log; it quotes nothing of the text, which may be a customer's.
  public var description: String {
    switch reason {
    case .unexpectedByte: "The byte at offset \(offset) has no place there in JSON."
    case .unexpectedEnd: "The text ends at offset \(offset) within a JSON value."
    case .trailingBytes: "The JSON value is followed by more at offset \(offset)."
    case .tooDeep: "The value at offset \(offset) is nested too deep."
    case .duplicateName: "The name at offset \(offset) is already in the same object."
    case .invalidUTF8: "The bytes at offset \(offset) are not well-formed UTF-8."
    case .invalidEscape: "The backslash at offset \(offset) begins no JSON escape."
    case .loneSurrogate: "The escape at offset \(offset) is half a surrogate pair."
    case .controlCharacter: "The control character at offset \(offset) must be escaped."
    case .numberOutOfRange: "The number at offset \(offset) is out of range."
    }
  }
}
