/// A libpq connection string or URI to which options are added.
struct ConnectionText: Hashable, Sendable {
  var text: String

  init(_ text: String) {
    self.text = text
  }

  /// With an option that replaces what it says. Names and values need no quotes.
  func with(_ name: String, _ value: String) -> ConnectionText {
    guard text.contains("://") else { return ConnectionText("\(text) \(name)=\(value)") }
    let separator = text.contains("?") ? "&" : "?"
    return ConnectionText("\(text)\(separator)\(name)=\(value)")
  }

  /// Through a proxy on this machine. Only the address is another one: the name that a certificate is
  /// checked against stays.
  func through(port: UInt16) -> ConnectionText {
    with("hostaddr", "127.0.0.1").with("port", "\(port)").with("gssencmode", "disable")
  }
}
