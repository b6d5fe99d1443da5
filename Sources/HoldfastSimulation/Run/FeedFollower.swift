internal import Holdfast
internal import HoldfastPostgres

/// Reads the feed while everything happens, and remembers what it said.
///
/// `@unchecked Sendable`: as `World`.
final class FeedFollower: @unchecked Sendable {
  private let store: PostgresStore
  private let world: World
  private(set) var seen: [FeedRow] = []
  private var cursor: String?
  private var isOver = false

  init(_ store: PostgresStore, _ world: World) {
    self.store = store
    self.world = world
  }

  func stop() {
    isOver = true
  }

  func follow() async {
    while !isOver {
      await withCheckedContinuation { continuation in
        world.after(world.number(0...300_000)) { continuation.resume() }
      }
      // A read that fails is asked for again, from the same place.
      _ = try? await read(from: store, limit: Int(world.number(1...20)))
    }
  }

  /// Reads what is left.
  func finish(from store: PostgresStore) async throws {
    while try await read(from: store, limit: 1000) > 0 {}
  }

  private func read(from store: PostgresStore, limit: Int) async throws -> Int {
    let part = try await store.changes(in: CallScript.tenant, after: cursor, limit: limit)
    cursor = part.cursor
    seen += part.changes.map {
      FeedRow(
        account: $0.account.string, stream: $0.unit?.string ?? "#\($0.item?.string ?? "")",
        version: $0.version)
    }
    return part.changes.count
  }
}

/// A row as the feed names it.
struct FeedRow: Hashable {
  let account: String
  /// A unit, or an item behind `#`.
  let stream: String
  let version: Int64
}
