/// Writes values as JSON text into memory of its own, which is let go with the writer.
///
/// Recursive over arrays and objects: what the parser's depth limit keeps shallow, and what callers
/// build by hand has to be.
struct JSONWriter: ~Copyable {
  enum Layout {
    /// No white space, members in their own order.
    case compact
    /// No white space, members in the order of their names' bytes.
    case canonical
    /// A line for each element and member, indented by two spaces a level.
    case pretty
  }

  private let layout: Layout
  private var level = 0
  var buffer = JSONBuffer()

  init(_ layout: Layout) {
    self.layout = layout
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: buffer.append(utf8Of: "null")
    case .bool(let value): buffer.append(utf8Of: value ? "true" : "false")
    case .integer(let value):
      if value < 0 { buffer.append(UInt8(ascii: "-")) }
      buffer.append(digitsOf: value.magnitude)
    case .unsigned(let value): buffer.append(digitsOf: value)
    case .number(let value):
      precondition(value.isFinite, "JSON has no text for NaN and infinity")
      // The shortest digits that read back as the same number, always with a point or an exponent.
      buffer.append(utf8Of: value.description)
    case .string(let value): buffer.append(quoted: value)
    case .array(let elements): write(elements)
    case .object(let object): write(object)
    }
  }

  private mutating func write(_ elements: [JSONValue]) {
    buffer.append(UInt8(ascii: "["))
    level += 1
    for position in elements.indices {
      separate(isFirst: position == 0)
      write(elements[position])
    }
    level -= 1
    if !elements.isEmpty { breakLine() }
    buffer.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ object: JSONObject) {
    buffer.append(UInt8(ascii: "{"))
    level += 1
    if layout == .canonical, let order = object.orderByName() {
      for (position, member) in order.enumerated() {
        separate(isFirst: position == 0)
        write(object[member])
      }
    } else {
      for position in object.indices {
        separate(isFirst: position == 0)
        write(object[position])
      }
    }
    level -= 1
    if !object.isEmpty { breakLine() }
    buffer.append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func write(_ member: JSONObject.Element) {
    buffer.append(quoted: member.name)
    buffer.append(UInt8(ascii: ":"))
    if layout == .pretty { buffer.append(UInt8(ascii: " ")) }
    write(member.value)
  }

  private mutating func separate(isFirst: Bool) {
    if !isFirst { buffer.append(UInt8(ascii: ",")) }
    breakLine()
  }

  private mutating func breakLine() {
    guard layout == .pretty else { return }
    buffer.append(UInt8(ascii: "\n"))
    for _ in 0..<level { buffer.append(utf8Of: "  ") }
  }
}
