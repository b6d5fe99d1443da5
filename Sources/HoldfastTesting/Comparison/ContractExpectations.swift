internal import Holdfast

/// The model alone, to say what each line must answer.
struct ContractExpectations {
  var model: NaiveModel

  mutating func expect(_ command: Command, _ label: String, at now: Instant) -> JSONValue {
    json(model.submit(command, label: label, at: now))
  }

  mutating func expect(_ step: WorkloadStep) -> JSONValue? {
    let label = "@\(step.id)"
    switch step.action {
    case .submit(let command):
      return expect(command, label + ".0", at: step.at)
    case .group(let group):
      return json(model.submit(group, label: label, at: step.at))
    case .previewGroup(let group):
      var copy = model
      return json(copy.submit(group, label: label, at: step.at))
    case .define(let definition, let tenant):
      model.define(definition, in: tenant)
      return nil
    case .overrideLimits(let limits, let item, let address):
      model.overrideLimits(limits, of: item, address.tenant, address.account)
      return nil
    case .malformed(_, let field):
      return ["error": "invalid_argument", "field": .string(field)]
    case .previewList(let commands):
      var copy = model
      let answers = commands.enumerated().map { index, command in
        json(copy.submit(command, label: "\(label).\(index)", at: step.at))
      }
      return ["results": .array(answers)]
    case .list, .sweep, .balanceAsOf: return nil
    }
  }

  private func json(_ answers: Result<[ModelResult], ModelRefusal>) -> JSONValue {
    switch answers {
    case .success(let results): ["results": .array(results.map { json(.applied($0)) })]
    case .failure(let refusal): json(.refused(refusal))
    }
  }

  private func json(_ answer: ModelAnswer) -> JSONValue {
    var object = JSONObject()
    switch answer {
    case .applied(let result):
      if case .object(let facts) = Fact.json(result.facts) { object = facts }
      object["duplicate"] = .bool(result.duplicate)
      if let available = result.available { object["available"] = .integer(available) }
    case .refused(let refusal):
      object["error"] = .string(refusal.code.rawValue)
      if let available = refusal.available { object["available"] = .integer(available) }
      if let required = refusal.required { object["required"] = .integer(required) }
      if let index = refusal.index { object["failedIndex"] = .integer(Int64(index)) }
    }
    return .object(object)
  }
}
