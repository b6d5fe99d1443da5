internal import Holdfast

/// A scenario: JSON lines, one operation a line, with virtual time and expected values.
public struct ReplayFile: Sendable {
  public let name: String
  let lines: [Line]
  /// Where the file's clock begins.
  let start: Instant

  struct Line: Sendable {
    let number: Int
    let operation: Operation
    let object: JSONObject
    let at: Instant?
    let label: String?
    let expect: JSONValue?
  }

  /// Why a file cannot be run.
  public struct Unreadable: Error, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Reads a file's text.
  public init(name: String, text: [UInt8]) throws(Unreadable) {
    self.name = name
    var lines: [Line] = []
    var latest: Instant?
    let texts = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, text) in texts.enumerated() {
      let problem = { (reason: String) in
        Unreadable(description: "\(name):\(index + 1): \(reason)")
      }
      guard let line = try ReplayFile.line(text, index + 1, problem) else { continue }
      if let at = line.at {
        if let latest, at < latest { throw problem("at: time may only move forward") }
        latest = at
      }
      lines.append(line)
    }
    self.lines = lines
    start = min(SimulatedClock.start, lines.compactMap(\.at).first ?? SimulatedClock.start)
  }

  private static func line(
    _ text: ArraySlice<UInt8>, _ number: Int, _ problem: (String) -> Unreadable
  ) throws(Unreadable) -> Line? {
    let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0d }
    guard let first, first != UInt8(ascii: "#") else { return nil }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue.parse(text, maximumDepth: 128, roundsNumbers: true)
    } catch {
      throw problem("not JSON: \(error)")
    }
    guard case .object(let object) = value else { throw problem("must be a JSON object") }
    guard case .string(let name)? = object["op"] else { throw problem("op: is needed") }
    guard let operation = Operation(rawValue: name) else {
      throw problem("op: \(name) is unknown")
    }
    for member in object where !operation.accepts(member.name) {
      throw problem("\(member.name): is no field of \(name)")
    }
    // A command refuses such a number by its field; a result never holds one to compare it with.
    if let expect = object["expect"], !expect.isFinite {
      throw problem("expect: holds a number out of range")
    }
    return Line(
      number: number, operation: operation, object: object,
      at: try instant(object, problem), label: try label(object, problem),
      expect: object["expect"])
  }

  private static func instant(
    _ object: JSONObject, _ problem: (String) -> Unreadable
  ) throws(Unreadable) -> Instant? {
    switch object["at"] {
    case nil, .null?: return nil
    case .string(let text)?:
      guard let instant = Instant(text) else { throw problem("at: must be RFC 3339") }
      return instant
    default: throw problem("at: must be RFC 3339")
    }
  }

  private static func label(
    _ object: JSONObject, _ problem: (String) -> Unreadable
  ) throws(Unreadable) -> String? {
    switch object["as"] {
    case nil, .null?: return nil
    case .string(let text)? where !text.isEmpty: return text
    default: throw problem("as: must be a label")
    }
  }
}
