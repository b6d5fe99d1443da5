internal import Holdfast

extension FuzzTarget {
  /// Equal input has one fingerprint in whatever order it is written, other input another.
  static func checkFingerprints(_ input: [UInt8]) throws(FuzzFinding) {
    var seen: [Command.Action: Digest] = [:]
    var owners: [Digest: Command.Action] = [:]
    for line in input.split(separator: UInt8(ascii: "\n")).prefix(16) {
      guard let (operation, object) = commandObject(line) else { continue }
      let variants = variants(of: object, operation)
      let action = action(operation, object)
      for variant in variants {
        try FuzzFinding.unless(
          self.action(operation, variant) == action,
          "the same command is read differently: \(JSONValue.object(variant).text)")
      }
      guard let action else { continue }
      let fingerprint = Fingerprint.of(action)
      for variant in variants {
        guard let other = self.action(operation, variant) else { continue }
        try FuzzFinding.unless(
          Fingerprint.of(other) == fingerprint,
          "the same command has another fingerprint: \(JSONValue.object(variant).text)")
      }
      if let before = seen.updateValue(fingerprint, forKey: action) {
        try FuzzFinding.unless(before == fingerprint, "equal commands, other fingerprints")
      }
      if let before = owners.updateValue(action, forKey: fingerprint) {
        try FuzzFinding.unless(before == action, "other commands share a fingerprint: \(action)")
      }
    }
  }

  private static func commandObject(_ line: ArraySlice<UInt8>) -> (Operation, JSONObject)? {
    guard case .object(let object)? = try? JSONValue.parse(line, roundsNumbers: true),
      case .string(let name)? = object["op"], let operation = Operation(rawValue: name),
      object.allSatisfy({ operation.accepts($0.name) })
    else { return nil }
    return (operation, object)
  }

  /// Other ways to write the object: members in other orders, fields that are not there as null.
  private static func variants(of object: JSONObject, _ operation: Operation) -> [JSONObject] {
    guard case .object(let reversed) = JSONValue.object(object).withMembersReversed else {
      return []
    }
    var rotated = JSONObject()
    for member in object.dropFirst() { rotated[member.name] = member.value }
    if let first = object.first { rotated[first.name] = first.value }
    var filled = object
    for field in operation.fields.sorted() where object[field] == nil {
      // Here alone null is not absent: it says never.
      if operation == .updateLot && field == "expiresAt" { continue }
      filled[field] = .null
    }
    return [reversed, rotated, filled]
  }

  private static func action(_ operation: Operation, _ object: JSONObject) -> Command.Action? {
    try? Fields(object).command(operation, tenant: "tenant", key: "key").action
  }
}
