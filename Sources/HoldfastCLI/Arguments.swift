/// The arguments of a command: flags, options with a value, and what is left.
///
/// A command takes what it knows, flags first, and asks for the rest at the end: an option that is
/// left by then is unknown. A value stands behind its option or in `--option=value`; behind `--`
/// everything is left as it is.
struct Arguments {
  /// A sentence that names what is wrong with them.
  struct Misuse: Error {
    let reason: String
  }

  private var words: [String]
  private let literal: [String]

  init(_ arguments: [String]) {
    let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
    words = Array(arguments[..<end])
    literal = Array(arguments[end...].dropFirst())
  }

  /// Takes every occurrence of a flag; whether there was one.
  mutating func flag(_ names: String...) -> Bool {
    let count = words.count
    words.removeAll { names.contains($0) }
    return words.count < count
  }

  /// Takes an option with its value; `nil` when it is not there.
  mutating func value(_ name: String) throws(Misuse) -> String? {
    var found: String?
    while let index = words.firstIndex(where: { $0 == name || $0.hasPrefix("\(name)=") }) {
      guard found == nil else { throw Misuse(reason: "\(name) is given twice") }
      let word = words.remove(at: index)
      if word.count > name.count {
        found = String(word.dropFirst(name.count + 1))
      } else if index < words.count, !words[index].hasPrefix("--") {
        found = words.remove(at: index)
      }
      guard found?.isEmpty == false else { throw Misuse(reason: "\(name) needs a value") }
    }
    return found
  }

  /// Takes an option whose value is one of a few words; the first is the default.
  mutating func choice(_ name: String, of choices: [String]) throws(Misuse) -> String {
    guard let value = try value(name) else { return choices[0] }
    guard choices.contains(value) else {
      throw Misuse(reason: "\(name) takes \(choices.joined(separator: ", "))")
    }
    return value
  }

  /// Takes an option whose value is an integer; `nil` when it is not there.
  mutating func integer<Value: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Value>
  ) throws(Misuse) -> Value? {
    guard let text = try value(name) else { return nil }
    guard let value = Value(text), range.contains(value) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw Misuse(reason: "\(name) takes an integer from \(bounds)")
    }
    return value
  }

  /// Takes an option whose value is a whole number of milliseconds, seconds or minutes, as `500ms`,
  /// `5s` or `2m`; `nil` when it is not there.
  mutating func duration(
    _ name: String, in range: ClosedRange<Duration>
  ) throws(Misuse) -> Duration? {
    guard let text = try value(name) else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let count = Int32(digits)
    let duration: Duration? =
      switch (count, text.dropFirst(digits.count)) {
      case (let count?, "ms"): .milliseconds(count)
      case (let count?, "s"): .seconds(count)
      case (let count?, "m"): .seconds(60 * Int64(count))
      default: nil
      }
    guard let duration, range.contains(duration) else {
      throw Misuse(
        reason: "\(name) takes a time such as 500ms, 5s or 2m, from \(range.lowerBound) to"
          + " \(range.upperBound)")
    }
    return duration
  }

  /// What is left. An option that nobody took is named.
  func rest() throws(Misuse) -> [String] {
    if let option = words.first(where: { $0.hasPrefix("-") && $0 != "-" }) {
      let name = option.split(separator: "=", omittingEmptySubsequences: false)[0]
      throw Misuse(reason: "there is no option \(name)")
    }
    return words + literal
  }

  /// As `rest`, for a command that takes nothing more.
  func end() throws(Misuse) {
    if let word = try rest().first { throw Misuse(reason: "\(word) is one argument too many") }
  }
}
