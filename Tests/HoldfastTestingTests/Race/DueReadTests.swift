import Holdfast
import HoldfastTesting
import Testing

@Suite("Reads near the end of what is held")
struct DueReadTests {
  /// A reservation of 60 that lasts a second, and a debit that is on the way when a read tells what
  /// is left of both figures.
  private func findings(life: Int?, posted: Int, held: Int) throws -> [String] {
    let folder = try HistoryFolder()
    let header = RaceHeader(
      run: "t", tenant: "stress-t", shape: "mixed", seed: 1, store: "PostgreSQL",
      target: .holdfast, started: 0, origin: 0, accounts: 1, opening: [.all(1000)])
    let end = life.map { ",0,{\"expires\":\($0)}" } ?? ""
    // Reserve, debit and lapse, of which the debit's transaction began before the lapse was due; and
    // a debit after the read, for it is not judged by what may still be written.
    let lines = """
      ["j",0,0,0,2,6,1,2,0,60,1000,60,0,0,0,"1-1",0,"reserve",60]
      ["j",0,0,0,3,3,1,0,-10,0,990,60,0,0,0,"2-1",0,"debit",10]
      ["j",0,0,0,4,12,0,2,0,-60,990,0,0,0,0,"time"]
      ["j",0,0,0,5,3,1,0,-10,0,980,0,0,0,0,"2-2",0,"debit",10]
      ["i",1000,1,1,"reserve",0,1,60\(end)]
      ["r",2000,1,1,"ok",2,60]
      ["i",990000,2,1,"debit",0,1,10]
      ["i",1050000,3,1,"balance",0,1,0]
      ["r",1060000,3,1,"ok",0,0,\(posted),\(held)]
      ["r",1100000,2,1,"ok",3,10,990]
      ["i",2000000,2,2,"debit",0,2,10]
      ["r",2001000,2,2,"ok",5,10,980]

      """
    let path = try folder.write("\(header.json.text)\n\(lines)", to: "read")
    let report = try HistoryChecker().check(RaceHistory(paths: [path]))
    return report.findings.map(\.invariant)
  }

  @Test("what was due by a read may be gone in it before a transaction that began earlier")
  func dueMeanwhile() throws {
    #expect(try findings(life: 1, posted: 1000, held: 0) == [])
    #expect(try findings(life: 1, posted: 1000, held: 60) == [])
    #expect(try findings(life: 1, posted: 990, held: 60) == [])
  }

  @Test(
    "what a read tells beyond that is convicted",
    arguments: [
      (1, 1001, 0), (1, 1000, 61), (1, 929, 0), (nil, 1000, 0), (30, 1000, 0),
    ] as [(Int?, Int, Int)])
  func beyond(life: Int?, posted: Int, held: Int) throws {
    #expect(try findings(life: life, posted: posted, held: held) == ["I14"])
  }
}
