internal import Holdfast

/// Lets the rules decide the pieces of work, one after the other.
struct Deciding {
  var set: WorkingSet
  /// The store's clock, read behind the locks.
  let now: Instant
  /// Whether the clock can be trusted. If not, what would have an effect is refused.
  let isSteady: Bool
  /// The groups that had an effect.
  private(set) var groups: [PreparedGroup] = []

  init(set: WorkingSet, now: Instant, isSteady: Bool) {
    self.set = set
    self.now = now
    self.isSteady = isSteady
  }

  mutating func decide(_ piece: Work) -> WorkResult {
    switch piece {
    case .command(let command): .command(decide(command).answer(to: command.name))
    case .group(let group): .group(decide(group))
    case .sweep(let account):
      .swept(isSteady ? .success(set.sweep(account, at: now)) : .failure(ClockGuard.stepped))
    }
  }

  private mutating func decide(_ command: PreparedCommand) -> Decision {
    if isSteady { return set.execute(command, at: now) }
    set.beginSavepoint()
    defer { set.endSavepoint(keep: false) }
    let decision = set.execute(command, at: now)
    return decision.isEffect ? .refuse(ClockGuard.stepped) : decision
  }

  private mutating func decide(
    _ group: PreparedGroup
  ) -> Result<[CommandResult], LedgerError> {
    do throws(LedgerError) {
      if isSteady {
        let decision = try set.execute(group, at: now)
        if decision.isEffect {
          set.remember(group)
          groups.append(group)
        }
        return .success(decision.results)
      }
      set.beginSavepoint()
      defer { set.endSavepoint(keep: false) }
      let decision = try set.execute(group, at: now)
      guard !decision.isEffect else { throw ClockGuard.stepped }
      return .success(decision.results)
    } catch {
      return .failure(error)
    }
  }

  /// What the results would be; the clock decides nothing for good here.
  mutating func preview(_ work: [Work]) -> [WorkResult] {
    set.beginSavepoint()
    defer { set.endSavepoint(keep: false) }
    return work.map { piece in
      switch piece {
      case .command(let command):
        return .command(set.execute(command, at: now).answer(to: command.name))
      case .group(let group):
        do throws(LedgerError) {
          return .group(.success(try set.execute(group, at: now).results))
        } catch {
          return .group(.failure(error))
        }
      case .sweep(let account): return .swept(.success(set.sweep(account, at: now)))
      }
    }
  }
}
