internal import CLibPQ

/// Matches the answers of one pipeline to the statements in it.
struct PipelineRun {
  /// What was sent, and so what is answered, in this order.
  enum Step {
    case prepare(name: String)
    case execute
  }

  struct Failure {
    let statement: Int
    let state: SQLState?
    let endsSession: Bool
  }

  enum Outcome {
    /// More is to come.
    case unfinished
    /// Everything was answered; the server is ready for the next run.
    case complete
    /// Something that no statement of ours can lead to.
    case outOfStep
  }

  private(set) var rows: [Rows] = []
  /// The first error; the server skips everything after it.
  private(set) var failure: Failure?
  /// The names of statements that the server has prepared in this run.
  private(set) var prepared: [String] = []

  /// The names of those that it was asked to prepare.
  private(set) var preparing: Set<String> = []

  private var steps: [Step] = []
  private var current = 0
  /// libpq ends the answer to each step with one NULL; a second one is never followed by anything.
  private var isBetweenSteps = false

  mutating func sent(_ step: Step) {
    steps.append(step)
    if case .prepare(let name) = step { preparing.insert(name) }
  }

  var isEmpty: Bool { steps.isEmpty }

  /// The first statement without a good answer; the number of statements when all have one.
  var firstUnanswered: Int { failure?.statement ?? rows.count }

  /// The answer to the current step has ended.
  mutating func takeEnd() -> Outcome {
    guard !isBetweenSteps else { return .outOfStep }
    isBetweenSteps = true
    current += 1
    return .unfinished
  }

  mutating func take(_ result: borrowing ResultBox) -> Outcome {
    isBetweenSteps = false
    switch result.status {
    case PGRES_PIPELINE_SYNC:
      return .complete
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      guard current < steps.count else { return .outOfStep }
      switch steps[current] {
      case .prepare(let name): prepared.append(name)
      case .execute: rows.append(Rows(copying: result))
      }
      return .unfinished
    case PGRES_PIPELINE_ABORTED:
      return .unfinished
    case PGRES_FATAL_ERROR:
      if failure == nil {
        failure = Failure(
          statement: statementIndex, state: result.sqlState, endsSession: result.endsSession)
      }
      return .unfinished
    default:
      return .outOfStep
    }
  }

  /// A statement is prepared right before it is executed.
  private var statementIndex: Int {
    steps.prefix(current).count { if case .execute = $0 { true } else { false } }
  }
}
