package import Holdfast

/// What a caller sends in one call.
package enum Submission: Hashable, Sendable {
  case command(Command)
  case group(Group)

  /// The results of its members, one for a command.
  package func send(to store: any LedgerStore) async throws(LedgerError) -> [CommandResult] {
    switch self {
    case .command(let command): [try await store.submit(command)]
    case .group(let group): try await store.submit(group)
    }
  }

  /// The keys under which its effects are kept.
  package var keys: [IdempotencyKey] {
    switch self {
    case .command(let command): [command.key].compactMap(\.self)
    case .group(let group):
      group.commands.indices.map { index in
        group.commands[index].key ?? IdempotencyKey("\(group.key.string)#\(index)")
      }
    }
  }
}
