import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

@Suite("What random workloads write, as columns")
struct JournalCodecTests {
  private static let seedsPerProfile: UInt64 = 10

  @Test("everything comes back as it was: rows, reservations, lots, records and counters")
  func roundTrip() async throws {
    let fresh = UInt64.random(in: .min ... .max)
    let audit = try await JournalCodecTests.audit(
      seeds: Array(0..<JournalCodecTests.seedsPerProfile) + [fresh])
    #expect(audit.differences.prefix(5) == [], "the fresh seed was \(fresh)")
    for name in JournalCodecTests.required {
      #expect(audit.coverage.contains(name), "never met: \(name); the fresh seed was \(fresh)")
    }
    #expect(audit.rowCount > 30_000)
    print("\(audit.rowCount) rows; body bytes by event: least, median, 95 %, most")
    for (event, sizes) in audit.sizes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      print("  \(event): \(SizeSpread(sizes)) of \(sizes.count)")
    }
  }

  @Test("damaged bytes of any row give an error or a value, and never end the process")
  func damage() async throws {
    let audit = try await JournalCodecTests.audit(seeds: [1])
    var random = SplitMix(seed: 5)
    for samples in audit.samples.values {
      for (row, place) in samples {
        for body in Damage.all(of: row.body, &random) {
          var damaged = row
          damaged.body = body
          guard let decoded = try? damaged.row(in: place) else { continue }
          _ = StoredRow(decoded, in: place)
        }
        for count in row.body.indices {
          var cut = row
          cut.body = Array(row.body[..<count])
          #expect(throws: CorruptRow.self) { try cut.row(in: place) }
        }
      }
    }
    #expect(Set(audit.samples.keys) == Set(JournalRow.Event.allCases))
  }

  private static func audit(seeds: [UInt64]) async throws -> CodecAudit {
    try await withThrowingTaskGroup(of: CodecAudit.self) { group in
      for profile in WorkloadProfile.allCases {
        group.addTask {
          var audit = CodecAudit()
          for seed in seeds {
            for account in await CodecWorld.accounts(profile, seed: seed) {
              try audit.check(account, seed: seed)
            }
          }
          return audit
        }
      }
      return try await group.reduce(into: CodecAudit()) { $0.merge($1) }
    }
  }

  private static let required: [String] =
    JournalRow.Event.allCases.map { "event \($0)" }
    + JournalRow.Remark.words.map { "remark \($0)" }
    + CommandName.allCases.filter { $0 != .atomic }.map { "command \($0)" }
    + ["ordinary", "late", "lapsed"].map { "settlement \($0)" }
    + ReservationStatus.allCases.map { "hold \($0)" }
    + ["lifetime", "minute", "hour", "day", "fixed"].map { "window \($0)" }
    + [
      "due earlier", "counterpart", "in a group", "derived key", "account unnamed",
      "hold with counts", "repayments", "record with a charge", "record of a hold",
      "limit of what is spent",
    ]
}
