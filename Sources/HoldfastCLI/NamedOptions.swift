/// The options of a command that takes nothing else: `--name value`, `--name=value`, and flags.
struct NamedOptions {
  private var values: [String: String] = [:]

  /// What is wrong with them.
  struct Misuse: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - names: The options that take a value.
  ///   - flags: The options that take none.
  init(_ arguments: [String], names: Set<String>, flags: Set<String>) throws(Misuse) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard values[name] == nil else { throw Misuse(reason: "\(name) is given twice") }
      if flags.contains(argument) {
        values[name] = ""
      } else if names.contains(name) {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty
        else { throw Misuse(reason: "\(name) needs a value") }
        values[name] = value
      } else {
        throw Misuse(reason: "there is no option \(argument)")
      }
    }
  }

  subscript(name: String) -> String? { values[name] }

  func has(_ flag: String) -> Bool { values[flag] != nil }

  func need(_ name: String) throws(Misuse) -> String {
    guard let value = values[name] else { throw Misuse(reason: "\(name) is needed") }
    return value
  }

  /// The database that `--store` names.
  func database() throws(Misuse) -> String {
    let store = try need("--store")
    guard StorePlace.isDatabase(store) else { throw Misuse(reason: "--store takes postgres://…") }
    return store
  }
}
