internal import Holdfast

/// Commands that are released together.
extension ReplaySession {
  func race(_ fields: Fields) async throws(LedgerError) -> JSONValue {
    let runners = try racers(fields)
    let concurrency = try fields.int("concurrency") ?? runners.count
    guard (1...10_000).contains(concurrency) else {
      throw fields.invalid("concurrency", "must be an integer from 1 to 10000")
    }
    let lanes = min(concurrency, runners.count)
    let outcomes = await withTaskGroup(of: [Outcome].self) { tasks in
      for lane in 0..<lanes {
        tasks.addTask {
          var outcomes: [Outcome] = []
          for index in stride(from: lane, to: runners.count, by: lanes) {
            outcomes.append(await self.run(runners[index]))
          }
          return outcomes
        }
      }
      return await tasks.reduce(into: []) { $0 += $1 }
    }
    return JSONValue(outcomes)
  }

  /// One call of the race, read before any of them starts.
  private enum Racer: Sendable {
    case command(Command)
    case group(Group)
    case malformed(LedgerError)
  }

  fileprivate enum Outcome: Sendable {
    case succeeded
    case duplicate
    case failed(String)
  }

  private func racers(_ fields: Fields) throws(LedgerError) -> [Racer] {
    if let commands = try fields.array("commands") {
      guard fields.value("command") == nil, fields.value("count") == nil else {
        throw fields.invalid("commands", "does not go with command and count")
      }
      return commands.enumerated().map { racer($0.element, fields, index: $0.offset) }
    }
    guard let command = fields.value("command") else {
      throw fields.invalid("command", "is needed")
    }
    guard let count = try fields.int("count"), (1...100_000).contains(count) else {
      throw fields.invalid("count", "must be an integer from 1 to 100000")
    }
    return (0..<count).map { racer(command.numbered($0), fields, index: $0) }
  }

  /// The call, with the tenant of its line.
  private func racer(_ value: JSONValue, _ line: Fields, index: Int) -> Racer {
    do throws(LedgerError) {
      guard case .object(let object) = value, case .string(let name)? = object["op"],
        let operation = Operation(rawValue: name)
      else { throw Fields.invalid("command.op", "must be a command") }
      for member in object where !operation.accepts(member.name) {
        throw Fields.invalid("command.\(member.name)", "is unknown")
      }
      var fields = Fields(object)
      if object["tenant"] == nil, let tenant = line.object["tenant"] {
        var object = object
        object["tenant"] = tenant
        fields = Fields(object)
      }
      let key = IdempotencyKey("\(key.string)/\(index)")
      let session = ReplaySession(world: world, key: key)
      if operation == .atomic { return .group(try session.group(fields)) }
      let tenant = world.tenant(TenantName(try fields.string("tenant") ?? "default"))
      return .command(try fields.command(operation, tenant: tenant, key: key))
    } catch {
      return .malformed(error)
    }
  }

  private func run(_ racer: Racer) async -> Outcome {
    do throws(LedgerError) {
      switch racer {
      case .malformed(let error): throw error
      case .command(let command):
        let result = try await world.store.submit(command)
        if case .recordUsage(let usage) = result.outcome, !usage.allowed {
          return .failed(usage.reason?.rawValue ?? "")
        }
        return result.duplicate ? .duplicate : .succeeded
      case .group(let group):
        let results = try await world.store.submit(group)
        return results.contains(where: \.duplicate) ? .duplicate : .succeeded
      }
    } catch {
      return .failed(error.code.rawValue)
    }
  }
}

extension JSONValue {
  /// The value with `{i}` replaced by the number in all its strings.
  fileprivate func numbered(_ number: Int) -> JSONValue {
    switch self {
    case .string(let text): return .string(text.replacing("{i}", with: String(number)))
    case .array(let values): return .array(values.map { $0.numbered(number) })
    case .object(let object):
      var numbered = JSONObject()
      for member in object { numbered[member.name] = member.value.numbered(number) }
      return .object(numbered)
    default: return self
    }
  }

  fileprivate init(_ outcomes: [ReplaySession.Outcome]) {
    var succeeded: Int64 = 0
    var duplicates: Int64 = 0
    var failed = JSONObject()
    for outcome in outcomes {
      switch outcome {
      case .succeeded: succeeded += 1
      case .duplicate: duplicates += 1
      case .failed(let code):
        var count: Int64 = 1
        if case .integer(let before)? = failed[code] { count += before }
        failed[code] = .integer(count)
      }
    }
    self = [
      "succeeded": .integer(succeeded), "duplicates": .integer(duplicates),
      "failed": .object(failed),
    ]
  }
}
