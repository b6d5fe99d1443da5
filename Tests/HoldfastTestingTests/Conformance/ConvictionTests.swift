import Holdfast
import HoldfastTesting
import Testing

/// The suite is worth what it notices: a store with one fault fails the cases that name it, and keeps
/// most of the others.
@Suite struct ConvictionTests {
  @Test(.timeLimit(.minutes(10)), arguments: DeceivingStore.Fault.allCases)
  func `a store with a fault is convicted by name`(fault: DeceivingStore.Fault) async {
    var failed: Set<ByteText> = []
    for promise in ConformanceSuite.cases {
      let store = DeceivingStore(fault)
      let world = ConformanceWorld(store: store, clock: store.clock, tenant: "acme")
      do throws(ConformanceFailure) { try await promise.run(on: world) } catch {
        failed.insert(ByteText(promise.name))
      }
    }
    for name in fault.convictions {
      #expect(failed.contains(ByteText(name)), "\(fault) passed \"\(name)\"")
    }
    #expect(!fault.convictions.isEmpty)
    #expect(failed.count < ConformanceSuite.cases.count / 3, "\(fault) failed \(failed)")
  }
}

extension DeceivingStore.Fault {
  /// The cases that must notice it.
  fileprivate var convictions: [String] {
    switch self {
    case .forgetsKeys:
      [
        "every command is a duplicate under its key, at any later time",
        "of twenty equal calls at once one is applied",
        "other input under a used key is refused and changes nothing",
        "of calls at once under one key with other input one is applied",
      ]
    case .losesUpdates:
      [
        "two hundred mixed commands at once overspend nothing",
        "a call begun after another returned has the higher version",
      ]
    case .checksThenActs: ["twenty holds of 75 at once on 500 grant exactly six"]
    case .appliesGroupsPiecemeal:
      [
        "a refused member undoes its group, and the error has its index",
        "groups over several accounts at once apply whole or not at all",
        "a group of fresh and applied members is refused",
      ]
    case .writesPreviews:
      [
        "a preview of a list tells what it would do and leaves no trace",
        "a preview of a group tells what it would do and leaves no trace",
        "previews beside commands leave no trace",
      ]
    case .writesOnRead: ["reads include what is due and write nothing"]
    case .keepsRefusals:
      [
        "a refusal does not bring an account into being",
        "first use by refused calls and one credit at once",
      ]
    case .forgetsThePast: ["a balance as of an instant is what it was then"]
    case .pagesByOffset: ["ledger pages neither repeat nor skip while rows arrive"]
    case .reversesFeed:
      [
        "the feed shows every transition once, each balance in order",
        "a feed read beside writers misses and repeats nothing",
      ]
    case .dropsChanges:
      [
        "the feed shows every transition once, each balance in order",
        "a cursor of the feed goes on where it ended",
        "a feed read beside writers misses and repeats nothing",
      ]
    case .ignoresAccount:
      [
        "ids of another account or tenant are not found",
        "a reservation is found by id and by the key of its reserve",
      ]
    case .foldsCase: ["names are compared byte by byte"]
    case .stopsLists: ["a list answers each of its commands by itself"]
    case .ignoresCancellation: ["a call cancelled before it began does nothing and says so"]
    case .waitsForSweep:
      [
        "reads include what is due and write nothing",
        "scheduled credit counts from its instant on",
      ]
    case .overridesForAll: ["an account's own limits stand in until they are put back"]
    case .repeatsTotals:
      [
        "buckets, groups and totals add up, and one snapshot shows both sides",
        "a group has its own figures, and a range only what lies in it",
      ]
    case .widensRanges: ["a group has its own figures, and a range only what lies in it"]
    }
  }
}
