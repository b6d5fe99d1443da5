internal import Holdfast

/// The first figure in which two answers differ.
package struct Difference {
  package var path: String
  package var expected: String
  package var got: String

  package init(path: String, expected: String, got: String) {
    self.path = path
    self.expected = expected
    self.got = got
  }

  package init?(_ expected: ModelAnswer, _ got: ModelAnswer, _ path: String) {
    switch (expected, got) {
    case (.applied(let expected), .applied(let got)):
      self.init(expected, got, path)
    case (.refused(let expected), .refused(let got)):
      self.init(expected, got, path)
    case (.applied, .refused(let refusal)):
      self.init(
        path: path + ".applied", expected: "applied", got: Difference.describe(refusal))
    case (.refused(let refusal), .applied):
      self.init(
        path: path + ".refused", expected: Difference.describe(refusal), got: "applied")
    }
  }

  private init?(_ expected: ModelResult, _ got: ModelResult, _ path: String) {
    if let difference = Difference(expected.facts, got.facts, path) {
      self = difference
    } else if expected.duplicate != got.duplicate {
      self.init(
        path: path + ".duplicate", expected: "\(expected.duplicate)", got: "\(got.duplicate)")
    } else if expected.available != got.available {
      self.init(
        path: path + ".available", expected: "\(expected.available ?? .min)",
        got: "\(got.available ?? .min)")
    } else {
      return nil
    }
  }

  private init?(_ expected: ModelRefusal, _ got: ModelRefusal, _ path: String) {
    guard
      expected.code != got.code || (expected.index != nil && expected.index != got.index)
        || (expected.available != nil && expected.available != got.available)
        || (expected.required != nil && expected.required != got.required)
    else { return nil }
    self.init(
      path: path + ".error." + expected.code.rawValue, expected: Difference.describe(expected),
      got: Difference.describe(got))
  }

  package init?(_ expected: [[Fact]], _ got: [[Fact]], _ path: String) {
    for (wanted, row) in zip(expected, got) {
      if let difference = Difference(wanted, row, path) {
        self = difference
        return
      }
    }
    guard expected.count != got.count else { return nil }
    self.init(
      path: path + ".count", expected: "\(expected.count) rows", got: "\(got.count) rows")
  }

  package init?(_ expected: [Fact], _ got: [Fact], _ path: String) {
    guard expected != got else { return nil }
    for (wanted, fact) in zip(expected, got) where wanted != fact {
      self.init(
        path: "\(path).\(wanted.name)", expected: "\(wanted.value)",
        got: "\(fact.name) \(fact.value)")
      return
    }
    self.init(path: path, expected: "\(expected.count) figures", got: "\(got.count) figures")
  }

  private static func describe(_ refusal: ModelRefusal) -> String {
    var text = refusal.code.rawValue
    if let available = refusal.available { text += " available=\(available)" }
    if let required = refusal.required { text += " required=\(required)" }
    if let index = refusal.index { text += " failedIndex=\(index)" }
    return text
  }
}
