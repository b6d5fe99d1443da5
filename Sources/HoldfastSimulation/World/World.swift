internal import HoldfastTesting
internal import Synchronization

/// Time, chance and everything that happens, for one thread. The same seed makes the same world.
///
/// `@unchecked Sendable`: tasks of the world run on its executor, and that on the one thread that
/// called `run`.
final class World: @unchecked Sendable {
  private(set) var now: Int64 = 0
  var random: SplitMix
  let executor = WorldExecutor()
  private var events = EventQueue()
  private var watches: [Watch] = []
  /// Stands for all that happened, in order.
  private(set) var fingerprint: UInt64 = 0xcbf2_9ce4_8422_2325
  /// Gets a line for each thing that happens.
  let tell: ((String) -> Void)?

  private struct Watch {
    let isReady: () -> Bool
    let goOn: () -> Void
  }

  init(seed: UInt64, tell: ((String) -> Void)? = nil) {
    var seeds = SplitMix(seed: seed)
    random = SplitMix(seed: seeds.next())
    self.tell = tell
  }

  /// Something that happens so many microseconds from now.
  func after(_ microseconds: Int64, _ action: @escaping () -> Void) {
    events.insert(at: now + max(0, microseconds), action)
  }

  /// Goes on with `goOn` as soon as that is true.
  func when(_ isReady: @escaping () -> Bool, _ goOn: @escaping () -> Void) {
    watches.append(Watch(isReady: isReady, goOn: goOn))
  }

  /// Lets everything happen, until nothing more does or the time is over.
  func run(until end: Int64) {
    while true {
      executor.runAll()
      if let index = watches.firstIndex(where: { $0.isReady() }) {
        watches.remove(at: index).goOn()
        continue
      }
      guard let event = events.removeFirst(by: end) else { return }
      now = event.time
      event.action()
    }
  }

  /// Takes note of something that happened.
  func note(_ what: @autoclosure () -> String, _ number: Int = 0) {
    fingerprint = (fingerprint ^ UInt64(bitPattern: now)) &* 0x100_0000_01b3
    fingerprint = (fingerprint ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01b3
    if let tell { tell("\(now) \(what())") }
  }

  func chance(_ perMille: Int) -> Bool {
    perMille > 0 && Int(random.next() % 1000) < perMille
  }

  func number(_ range: ClosedRange<Int64>) -> Int64 { random.number(range) }

  /// How long a packet is on its way.
  func latency() -> Int64 { chance(50) ? number(1_000...20_000) : number(50...500) }
}
