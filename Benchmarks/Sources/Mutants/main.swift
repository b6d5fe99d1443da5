import Foundation

// Puts each fault of Tests/Mutants/mutants.jsonl into a copy of the library, builds it, and looks for
// a scenario or a test that fails. Writes the table Tests/Mutants/README.md; ends with 1 when a mutant
// survives.
//
// usage: Mutants check          whether every mutant still fits the source
//        Mutants run [ID…]      run all of them, or those named

let root = FileManager.default.currentDirectoryPath
let arguments = Array(CommandLine.arguments.dropFirst())
let mutants = try Mutant.read("\(root)/Tests/Mutants/mutants.jsonl")

func source(_ mutant: Mutant, in folder: String) throws -> String {
  try String(contentsOfFile: "\(folder)/\(mutant.file)", encoding: .utf8)
}

for mutant in mutants { _ = try mutant.applied(to: source(mutant, in: root)) }
guard arguments.first == "run" else {
  print("\(mutants.count) mutants fit the source")
  exit(0)
}

let copy = NSTemporaryDirectory() + "holdfast-mutants"
try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
_ = try run(["rm", "-rf", "Sources", "Tests", "Package.swift"], in: copy, seconds: 60)
_ = try run(
  ["sh", "-c", "git ls-files -z | xargs -0 cp --parents -t '\(copy)'"], in: root, seconds: 60)

/// The first scenario line or test that fails; `nil` when none does.
func killer() throws -> String? {
  let build = try run(["swift", "build", "--product", "holdfast"], in: copy, seconds: 600)
  guard build.status == 0 else {
    throw Mutant.Unusable(description: "it does not build:\n\(build.text.suffix(1500))")
  }
  let replay = try run(
    [
      "sh", "-c",
      ".build/debug/holdfast replay --quiet $(find Tests/Scenarios -name '*.jsonl' | sort)",
    ],
    in: copy, seconds: 60)
  if replay.status != 0 {
    let failure = replay.text.split(separator: "\n").first { $0.hasPrefix("Tests/Scenarios/") }
    guard let failure else { return "scenarios: ended with \(replay.status)" }
    return failure.split(separator: ":").prefix(2).joined(separator: ":")
      .replacingOccurrences(of: "Tests/Scenarios/", with: "")
  }
  // The tests of the rules; those of a database would add minutes to each mutant, and their own load.
  let tests = try run(
    ["swift", "test", "--filter", "HoldfastTests", "--filter", "HoldfastTestingTests"], in: copy,
    seconds: 1800)
  guard tests.status != 0 else { return nil }
  let failure = tests.text.split(separator: "\n").first {
    $0.contains("✘ Test \"") && $0.contains("recorded an issue")
  }
  guard let name = failure?.split(separator: "\"").dropFirst().first else {
    return "tests: ended with \(tests.status)"
  }
  return String(name)
}

if let failure = try killer() {
  print("without any mutant this fails: \(failure)")
  exit(1)
}
let chosen =
  arguments.dropFirst().isEmpty
  ? mutants : mutants.filter { arguments.dropFirst().contains($0.id) }
let tablePath = "\(root)/Tests/Mutants/README.md"
/// The rows of the table by mutant; a run of some leaves the others as they were.
var rows: [String: String] = [:]
for row in (try? String(contentsOfFile: tablePath, encoding: .utf8))?.split(separator: "\n") ?? []
where row.hasPrefix("| `") {
  rows[String(row.split(separator: "`")[1])] = String(row)
}
var survivors: [String] = []
for (index, mutant) in chosen.enumerated() {
  let path = "\(copy)/\(mutant.file)"
  let healthy = try source(mutant, in: copy)
  try mutant.applied(to: healthy).write(toFile: path, atomically: true, encoding: .utf8)
  var noticed: String?
  do {
    noticed = try killer()
  } catch let error as Mutant.Unusable {
    FileHandle.standardError.write(Data("\(mutant.id): \(error)\n".utf8))
  }
  try healthy.write(toFile: path, atomically: true, encoding: .utf8)
  let progress = "\(index + 1)/\(chosen.count) \(mutant.id): \(noticed ?? "SURVIVED")\n"
  FileHandle.standardOutput.write(Data(progress.utf8))
  if noticed == nil { survivors.append(mutant.id) }
  rows[mutant.id] = "| `\(mutant.id)` | \(mutant.breaks) | \(noticed ?? "**nothing**") |"
}
let table = """
  # Mutants

  Faults put into the rules on purpose, each with the first scenario line or test that notices it.
  Written by `make mutants`, which ends with a failure when one survives.

  | mutant | the rule it breaks | noticed by |
  |---|---|---|

  """ + mutants.compactMap { rows[$0.id] }.joined(separator: "\n") + "\n"
try table.write(toFile: tablePath, atomically: true, encoding: .utf8)
print("\(chosen.count - survivors.count) killed, \(survivors.count) survived")
exit(survivors.isEmpty ? 0 : 1)
