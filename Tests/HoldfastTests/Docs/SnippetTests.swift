import Testing

/// Every block of Swift in the documentation is compiled and run: it stands, byte by byte, between
/// `// snippet: NAME` and `// end` in a test of these folders.
@Suite struct SnippetTests {
  /// A marked region, without the indentation of its marker.
  struct Snippet {
    let name: String
    let text: String
  }

  static let pages: [String] = {
    let pages = try? PackageFiles.paths(
      under: "Sources/Holdfast/Holdfast.docc", endingIn: ".md")
    return ["README.md"] + (pages ?? [])
  }()

  @Test func `the pages are found`() {
    #expect(SnippetTests.pages.count > 5)
  }

  @Test(arguments: SnippetTests.pages)
  func `each block of Swift on a page is a snippet that compiles`(page: String) throws {
    let known = Set(try SnippetTests.snippets().map { Array($0.text.utf8) })
    for block in Markdown(try PackageFiles.text(page)).blocks(in: "swift") {
      #expect(known.contains(Array(block.utf8)), "no snippet is this block of \(page):\n\(block)")
    }
  }

  @Test func `each snippet stands on a page`() throws {
    var blocks: Set<[UInt8]> = []
    for page in SnippetTests.pages {
      blocks.formUnion(
        Markdown(try PackageFiles.text(page)).blocks(in: "swift").map { Array($0.utf8) })
    }
    for snippet in try SnippetTests.snippets() {
      #expect(blocks.contains(Array(snippet.text.utf8)), "\(snippet.name) is on no page")
    }
  }

  /// The example that has tests of its own beside it.
  static let example = "Tests/HoldfastTests/Ledger/ExampleEndpoint.swift"

  @Test func `the example endpoint has at most 40 lines`() throws {
    let snippets = SnippetTests.snippets(in: try PackageFiles.text(SnippetTests.example))
    #expect(snippets.map(\.name) == ["example endpoint"])
    for snippet in snippets {
      #expect(snippet.text.split(separator: "\n").count <= 40)
    }
  }

  static func snippets() throws -> [Snippet] {
    var snippets = SnippetTests.snippets(in: try PackageFiles.text(example))
    for target in ["HoldfastTests", "HoldfastTestingTests", "HoldfastPostgresTests"] {
      let folder = "Tests/\(target)/Docs"
      for path in try PackageFiles.paths(under: folder, endingIn: "Snippets.swift") {
        snippets += SnippetTests.snippets(in: try PackageFiles.text(path))
      }
    }
    return snippets
  }

  static func snippets(in text: String) -> [Snippet] {
    let marker = "// snippet: "
    var snippets: [Snippet] = []
    var open: (name: String, indentation: Int, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let code = line.drop { $0 == " " }
      if code.hasPrefix(marker) {
        open = (String(code.dropFirst(marker.count)), line.count - code.count, [])
      } else if code == "// end", let region = open {
        let lines = region.lines.map { $0.dropFirst(min(region.indentation, $0.count)) }
        snippets.append(Snippet(name: region.name, text: lines.joined(separator: "\n")))
        open = nil
      } else {
        open?.lines.append(line)
      }
    }
    return snippets
  }
}
