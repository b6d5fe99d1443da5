/// Reading and writing JSON text.
extension JSONValue {
  /// Reads one JSON value as RFC 8259 defines it, with nothing but white space around it.
  ///
  /// Refused: comments, trailing commas, leading zeros, NaN, a byte order mark, raw control
  /// characters in strings, bytes that are not UTF-8, half surrogate pairs, a name twice in one
  /// object, integers beyond `Int64.min … UInt64.max` and numbers beyond the largest `Double`. A
  /// number too small for a `Double` is read as zero. U+0000 is allowed when escaped. Takes time in
  /// proportion to the text.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8; pass `text.utf8` for a string.
  ///   - maximumDepth: arrays and objects within each other, 0 (none allowed) … 256.
  ///   - roundsNumbers: whether a number out of range is read as the nearest `Double`, infinity
  ///     included, for a reader that refuses it by the name of its field.
  public static func parse(
    _ bytes: some Collection<UInt8>, maximumDepth: Int = 64, roundsNumbers: Bool = false
  ) throws(JSONError) -> JSONValue {
    // The bound keeps the recursion, and every later walk over the value, within a small stack.
    precondition((0...256).contains(maximumDepth), "maximumDepth is 0 … 256")
    let read = { (bytes: UnsafeBufferPointer<UInt8>) -> Result<JSONValue, JSONError> in
      Result { () throws(JSONError) in
        try JSONParser.parse(
          bytes, maximumDepth: maximumDepth, roundsNumbers: roundsNumbers)
      }
    }
    let result = bytes.withContiguousStorageIfAvailable(read)
    return try (result ?? Array(bytes).withUnsafeBufferPointer(read)).get()
  }

  /// Appends the value as JSON text: no white space, members in their order, only what must be
  /// escaped is, no line break in it.
  ///
  /// A `number` must be finite. Parsing the text gives an equal value.
  public func write(into bytes: inout [UInt8]) {
    var writer = JSONWriter(.compact)
    writer.write(self)
    bytes.append(contentsOf: writer.buffer.bytes)
  }

  /// The value as JSON text, as `write(into:)` writes it.
  public var text: String {
    text(.compact)
  }

  /// The one text that all equal values have: as `text`, with the members of every object in the
  /// order of their names' UTF-8 bytes.
  ///
  /// Meant for fingerprints. Numbers have the shortest digits that read back the same, in Swift's
  /// spelling (`1.0`, `1e+300`), so this is not the canonical form of RFC 8785.
  public var canonicalText: String {
    text(.canonical)
  }

  /// The value as JSON text for people: an element or member a line, indented by two spaces.
  public var prettyText: String {
    text(.pretty)
  }

  private func text(_ layout: JSONWriter.Layout) -> String {
    var writer = JSONWriter(layout)
    writer.write(self)
    return String(decoding: writer.buffer.bytes, as: UTF8.self)
  }
}
