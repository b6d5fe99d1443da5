internal import Holdfast

/// The results that later lines may name as `$label.field`.
struct Labels {
  private var results: [ByteText: JSONValue] = [:]

  /// A label that stands for nothing, or for a line that was refused.
  struct Unresolved: Error {
    let text: String
  }

  mutating func set(_ label: String, _ result: JSONValue) {
    results[ByteText(label)] = result
  }

  /// The value with every `$label.path` in it replaced.
  func resolve(_ value: JSONValue) throws(Unresolved) -> JSONValue {
    switch value {
    case .string(let text) where Labels.isReference(text):
      return try lookUp(text)
    case .array(let values):
      var resolved: [JSONValue] = []
      for value in values { resolved.append(try resolve(value)) }
      return .array(resolved)
    case .object(let object):
      return .object(try resolve(object))
    default: return value
    }
  }

  func resolve(_ object: JSONObject) throws(Unresolved) -> JSONObject {
    var resolved = JSONObject()
    for member in object { resolved[member.name] = try resolve(member.value) }
    return resolved
  }

  /// Whether the text has the form `$label.path`; any other text stands for itself.
  private static func isReference(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "$"),
      let dot = text.utf8.firstIndex(of: UInt8(ascii: "."))
    else { return false }
    let label = text.utf8[..<dot].dropFirst()
    return !label.isEmpty
      && label.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private func lookUp(_ text: String) throws(Unresolved) -> JSONValue {
    let parts = text.utf8.dropFirst().split(separator: UInt8(ascii: ".")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let label = parts.first else { throw Unresolved(text: text) }
    guard var value = results[ByteText(label)] else { throw Unresolved(text: text) }
    for part in parts.dropFirst() {
      switch value {
      case .object(let object):
        guard let inner = object[part] else { throw Unresolved(text: text) }
        value = inner
      case .array(let values):
        guard let index = Int(part), values.indices.contains(index) else {
          throw Unresolved(text: text)
        }
        value = values[index]
      default: throw Unresolved(text: text)
      }
    }
    return value
  }
}
