import Testing

@testable import Holdfast

@Suite struct ErrorTableTests {
  @Test func `the page of errors lists the codes in their order, with what a repeat can do`() throws
  {
    let page = Markdown(try PackageFiles.text("Sources/Holdfast/Holdfast.docc/Errors.md"))
    let rows = page.table("codes")
    #expect(
      rows.map { Markdown.codes(in: $0[0]) } == LedgerError.Code.allCases.map { [$0.rawValue] })
    for (row, code) in zip(rows, LedgerError.Code.allCases) {
      let error = LedgerError(code, "")
      #expect(row.count == 4, "\(code.rawValue)")
      #expect(!row[1].isEmpty, "\(code.rawValue)")
      #expect(["no", "later", "yes"].contains(row[2]), "\(code.rawValue)")
      #expect((row[2] != "no") == error.isRetryable, "\(code.rawValue)")
      #expect(row[3] == error.effect.rawValue, "\(code.rawValue)")
    }
  }
}
