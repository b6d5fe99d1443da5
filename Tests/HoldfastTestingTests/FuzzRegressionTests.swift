import Foundation
import HoldfastTesting
import Testing

/// Inputs of the fuzzer: those that once found something, in the library or in a copy of it with a
/// planted bug, and those it starts from.
@Suite struct FuzzRegressionTests {
  /// An input by its place.
  struct Input: CustomTestStringConvertible, Sendable {
    let target: FuzzTarget
    let url: URL
    var testDescription: String { "\(target.rawValue)/\(url.lastPathComponent)" }
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func inputs(in folder: String) -> [Input] {
    FuzzTarget.allCases.flatMap { target in
      let place = root.appending(path: folder).appending(path: target.rawValue)
      let files = try? FileManager.default.contentsOfDirectory(
        at: place, includingPropertiesForKeys: nil)
      return (files ?? []).map { Input(target: target, url: $0) }
    }
  }

  @Test(arguments: inputs(in: "Tests/FuzzRegressions"))
  func `nothing is found in what once found something`(input: Input) async throws {
    try await input.target.check(Array(try Data(contentsOf: input.url)))
  }

  @Test(arguments: FuzzTarget.allCases)
  func `every target has a corpus and finds nothing in it`(target: FuzzTarget) async throws {
    let corpus = FuzzRegressionTests.inputs(in: "Benchmarks/Fuzzing/Corpus")
      .filter { $0.target == target }
    #expect(!corpus.isEmpty)
    for input in corpus {
      do throws(FuzzFinding) {
        try await target.check(Array((try? Data(contentsOf: input.url)) ?? Data()))
      } catch {
        Issue.record(error, "\(input.testDescription)")
      }
    }
  }
}
