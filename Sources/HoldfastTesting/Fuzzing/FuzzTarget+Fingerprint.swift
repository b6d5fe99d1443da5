internal import Holdfast

extension FuzzTarget {
  /// Equal input has one fingerprint in whatever order it is written, other input another.
  static func checkFingerprints(_ input: [UInt8]) throws(FuzzFinding) {
    var seen: [Command.Action: Digest] = [:]
    var owners: [Digest: Command.Action] = [:]
    for line in input.split(separator: UInt8(ascii: "\n")).prefix(16) {
      guard let (operation, object) = commandObject(line) else { continue }
      let variants = variants(of: object, operation)
      let command = prepared(operation, object)
      for variant in variants {
        let other = prepared(operation, variant)
        try FuzzFinding.unless(
          other?.command.action == command?.command.action,
          "the same command is read differently: \(JSONValue.object(variant).text)")
        try FuzzFinding.unless(
          other?.fingerprint == command?.fingerprint,
          "the same command has another fingerprint: \(JSONValue.object(variant).text)")
      }
      guard let command else { continue }
      let action = command.command.action
      if let before = seen.updateValue(command.fingerprint, forKey: action) {
        try FuzzFinding.unless(before == command.fingerprint, "equal commands, other fingerprints")
      }
      if let before = owners.updateValue(action, forKey: command.fingerprint) {
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

  /// The command as a store would take it; `nil` when it is refused, which comes first there too.
  private static func prepared(
    _ operation: Operation, _ object: JSONObject
  ) -> PreparedCommand? {
    let preparation = Preparation(
      hashKey: HashKey(first: 1, second: 2), makeKey: { "made" }, locate: { _ in .success("ada") })
    do throws(LedgerError) {
      return try preparation.prepare(
        try Fields(object).command(operation, tenant: "tenant", key: "key"))
    } catch {
      return nil
    }
  }
}
