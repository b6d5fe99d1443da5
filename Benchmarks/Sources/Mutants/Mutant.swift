import Foundation
import Holdfast

/// A deliberate fault: a piece of the library's source, and what stands there instead.
struct Mutant {
  let id: String
  let file: String
  let find: String
  let replace: String
  /// The rule it breaks.
  let breaks: String

  struct Unusable: Error, CustomStringConvertible {
    let description: String
  }

  init(line: Substring) throws {
    guard case .object(let object) = try JSONValue.parse(line.utf8) else {
      throw Unusable(description: "a mutant is a JSON object")
    }
    func text(_ name: String) throws -> String {
      guard case .string(let text)? = object[name] else {
        throw Unusable(description: "a mutant needs \(name)")
      }
      return text
    }
    id = try text("id")
    file = try text("file")
    find = try text("find")
    replace = try text("replace")
    breaks = try text("breaks")
  }

  /// The source with the fault in it; what is to be replaced must stand there exactly once.
  func applied(to source: String) throws -> String {
    let parts = source.components(separatedBy: find)
    guard parts.count == 2 else {
      throw Unusable(
        description: "\(id): \(file) has its text \(parts.count - 1) times instead of once")
    }
    return parts.joined(separator: replace)
  }

  static func read(_ path: String) throws -> [Mutant] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let mutants = try text.split(separator: "\n").map(Mutant.init(line:))
    guard Set(mutants.map(\.id)).count == mutants.count else {
      throw Unusable(description: "two mutants have the same id")
    }
    return mutants
  }
}
