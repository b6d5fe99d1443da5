/// How one transaction of a store went, by which it answered commands that had come in together.
///
/// A store that applies each command by itself has none.
public struct BatchFigures: Hashable, Sendable {
  /// The commands in it, members of groups included; applied, refused and repeated ones.
  public var commands: Int
  /// The accounts that it worked on.
  public var accounts: Int
  /// What the commands waited for it, from the arrival of each until it began, in microseconds.
  public var queueTime: QueueTime
  /// What it took, in microseconds, all attempts together.
  public var phases: Phases
  /// How often it was begun anew.
  public var retries: Int
  /// How it ended.
  public var outcome: Outcome

  /// - Parameters:
  ///   - commands: How many were in it.
  ///   - accounts: How many it worked on.
  ///   - queueTime: What the commands waited.
  ///   - phases: What it took.
  ///   - retries: How often it was begun anew.
  ///   - outcome: How it ended.
  public init(
    commands: Int, accounts: Int, queueTime: QueueTime, phases: Phases, retries: Int,
    outcome: Outcome
  ) {
    self.commands = commands
    self.accounts = accounts
    self.queueTime = queueTime
    self.phases = phases
    self.retries = retries
    self.outcome = outcome
  }

  /// What commands waited, in microseconds.
  public struct QueueTime: Hashable, Sendable {
    /// What the first to come waited.
    public var longest: Int64
    /// What a command waited on average.
    public var mean: Int64

    /// Both in microseconds.
    public init(longest: Int64, mean: Int64) {
      self.longest = longest
      self.mean = mean
    }
  }

  /// The parts of a transaction, one after the other, in microseconds.
  public struct Phases: Hashable, Sendable {
    /// Locking and reading what the commands work on.
    public var load: Int64
    /// Applying the rules.
    public var decide: Int64
    /// Writing what was decided, and the commit.
    public var write: Int64

    /// All in microseconds.
    public init(load: Int64, decide: Int64, write: Int64) {
      self.load = load
      self.decide = decide
      self.write = write
    }
  }

  /// How a transaction ended.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// What it wrote, if anything, is there; each command has its answer.
    case committed
    /// Nothing of it is there; its commands had no effect.
    case rolledBack
    /// The commit was sent and not answered. The keys of the commands tell.
    case unknown
  }
}
