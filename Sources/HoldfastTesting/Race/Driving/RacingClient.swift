/// One client of a race: takes the next step of its script, sends the calls, learns the answers.
///
/// A call whose outcome is unknown, or that the store could not take, is sent again under its key a
/// few times, as a service does.
struct RacingClient {
  private let driver: RaceDriver
  private let budget: CallBudget
  private var script: any ClientScript
  private var maker: CallMaker
  private let index: Int32

  private static let attempts = 6

  init(driver: RaceDriver, budget: CallBudget, client: Int32) {
    self.driver = driver
    self.budget = budget
    script = driver.plan.shape.script(client)
    maker = CallMaker(client: client, seed: driver.plan.seed)
    index = client
  }

  mutating func run() async throws(HistoryError) {
    while driver.plan.clock.now < driver.plan.end, !Task.isCancelled {
      // A store that answers without waiting would let one client after the other run to its end.
      await Task.yield()
      maker.now = driver.plan.clock.now
      let step = script.next(&maker)
      guard await isTime(for: step), budget.take(step.calls.count) else { return }
      switch step.manner {
      case .each where step.calls.count == 1:
        let (call, answer) = try await RacingClient.ask(step.calls[0], driver)
        try await settle(call, answer)
      case .each: try await sendAtOnce(step.calls)
      case .together: try await sendTogether(step.calls)
      }
    }
  }

  /// Waits until the step is meant to be taken; false when that is after the end.
  private func isTime(for step: RaceStep) async -> Bool {
    let plan = driver.plan
    var due = plan.clock.now + step.pause
    if let first = step.calls.first,
      let intended = plan.pace.intended(index: index, number: first.number)
    {
      due = max(intended, due)
    }
    guard due < plan.end else { return false }
    let wait = due - plan.clock.now
    guard wait > 0 else { return true }
    // Cancelled: the race is over.
    do { try await Task.sleep(for: .microseconds(wait)) } catch { return false }
    return true
  }

  private mutating func sendAtOnce(_ calls: [RaceCall]) async throws(HistoryError) {
    let driver = driver
    let results = await withTaskGroup(
      of: Result<(RaceCall, RaceAnswer), HistoryError>.self
    ) { group in
      for call in calls {
        group.addTask {
          do throws(HistoryError) {
            return .success(try await RacingClient.ask(call, driver))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for result in results {
      let (call, answer) = try result.get()
      try await settle(call, answer)
    }
  }

  private mutating func sendTogether(_ calls: [RaceCall]) async throws(HistoryError) {
    var calls = calls
    for attempt in 1... {
      let begun = try driver.history.invoked(calls)
      let answers = await driver.target.perform(together: calls)
      var mustAskAgain = false
      for (call, answer) in zip(calls, answers) {
        try note(call, answer, since: begun)
        mustAskAgain = mustAskAgain || answer.isWorthAskingAgain
      }
      guard mustAskAgain, attempt < RacingClient.attempts, await pause(after: attempt) else {
        for (call, answer) in zip(calls, answers) {
          script.learn(call, answer, at: driver.plan.clock.now)
        }
        return
      }
      calls = calls.map { maker.again($0) }
    }
  }

  /// Asks again while that may help, then learns.
  private mutating func settle(_ call: RaceCall, _ answer: RaceAnswer) async throws(HistoryError) {
    var (call, answer) = (call, answer)
    var attempt = 1
    while answer.isWorthAskingAgain, attempt < RacingClient.attempts, await pause(after: attempt) {
      (call, answer) = try await RacingClient.ask(maker.again(call), driver)
      attempt += 1
    }
    script.learn(call, answer, at: driver.plan.clock.now)
  }

  /// Waits longer from attempt to attempt; false when the race is over.
  private func pause(after attempt: Int) async -> Bool {
    do { try await Task.sleep(for: .milliseconds(25 << attempt)) } catch { return false }
    return driver.plan.clock.now < driver.plan.end
  }

  private static func ask(
    _ call: RaceCall, _ driver: RaceDriver
  ) async throws(HistoryError) -> (RaceCall, RaceAnswer) {
    let begun = try driver.history.invoked(call)
    let answer = await driver.target.perform(call)
    let ended = try driver.history.returned(call.id, answer)
    driver.meter.note(answer, microseconds: ended - begun)
    return (call, answer)
  }

  private func note(
    _ call: RaceCall, _ answer: RaceAnswer, since begun: Int64
  ) throws(HistoryError) {
    let ended = try driver.history.returned(call.id, answer)
    driver.meter.note(answer, microseconds: ended - begun)
  }
}

extension RaceAnswer {
  /// Whether the same call under the same key may be answered otherwise.
  var isWorthAskingAgain: Bool {
    switch self {
    case .applied: false
    case .unknown: true
    case .refused(let refusal):
      ["unavailable", "overloaded", "deadline_exceeded", "serialization_failure"].contains(
        refusal.code)
    }
  }
}
