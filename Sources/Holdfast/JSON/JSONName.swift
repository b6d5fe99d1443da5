/// The name of an object's member as a dictionary key, equal to another only byte for byte.
struct JSONName: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: JSONName, right: JSONName) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    text.hashBytes(into: &hasher)
  }
}
