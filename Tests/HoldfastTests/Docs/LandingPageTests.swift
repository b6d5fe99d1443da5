import Testing

@Suite struct LandingPageTests {
  @Test func `every public type has its place on the landing page`() throws {
    let page = Markdown(try PackageFiles.text("Sources/Holdfast/Holdfast.docc/Holdfast.md"))
    let listed = Set(
      page.lines.filter { $0.hasPrefix("- ``") }.map { String($0.dropFirst(4).dropLast(2)) })
    var types: Set<String> = []
    for path in try PackageFiles.paths(under: "Sources/Holdfast", endingIn: ".swift") {
      for line in Markdown(try PackageFiles.text(path)).lines where line.hasPrefix("public ") {
        let words = line.split { " :<{(".contains($0) }
        guard let kind = words.firstIndex(where: { LandingPageTests.kinds.contains($0) }) else {
          continue
        }
        types.insert(String(words[kind + 1]))
      }
    }
    #expect(types.subtracting(listed).sorted() == [], "not on the page")
    #expect(listed.subtracting(types).sorted() == [], "not in the sources")
  }

  @Test func `every article has its place on the landing page`() throws {
    let page = Markdown(try PackageFiles.text("Sources/Holdfast/Holdfast.docc/Holdfast.md"))
    let articles = try PackageFiles.paths(
      under: "Sources/Holdfast/Holdfast.docc", endingIn: ".md")
    for article in articles {
      let name = article.split(separator: "/").last?.dropLast(3) ?? ""
      #expect(name == "Holdfast" || page.lines.contains("- <doc:\(name)>"), "\(name)")
    }
  }

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
}
