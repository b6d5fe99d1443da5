/// The arguments of a command: options with a value, flags, and other words.
///
/// A value stands behind its option, unless it begins with `--`, or in `--option=value`; behind `--`
/// everything is a word.
struct Arguments {
  /// A sentence that names what is wrong with them.
  struct Misuse: Error {
    let reason: String
  }

  private var values: [String: String] = [:]
  private var flags: Set<String> = []
  private(set) var words: [String] = []

  /// - Parameters:
  ///   - options: Those that take a value, once.
  ///   - flags: Those that take none.
  ///   - takesWords: Whether the command takes anything else.
  init(
    _ arguments: [String], options: Set<String>, flags known: Set<String>,
    takesWords: Bool = false
  ) throws(Misuse) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let name = String(argument.prefix { $0 != "=" })
      if argument == "--" {
        words += rest
        break
      } else if known.contains(argument) {
        flags.insert(argument)
      } else if options.contains(name) {
        guard values[name] == nil else { throw Misuse(reason: "\(name) is given twice") }
        values[name] = try Arguments.value(of: name, argument, &rest)
      } else if argument.hasPrefix("-"), argument != "-" {
        throw Misuse(reason: "there is no option \(name)")
      } else {
        words.append(argument)
      }
    }
    if !takesWords, let word = words.first {
      throw Misuse(reason: "\(word) is one argument too many")
    }
  }

  private static func value(
    of name: String, _ argument: String, _ rest: inout ArraySlice<String>
  ) throws(Misuse) -> String {
    var value = argument.dropFirst(name.count + 1)
    if argument == name, let next = rest.first, !next.hasPrefix("--") {
      value = rest.removeFirst()[...]
    }
    guard !value.isEmpty else { throw Misuse(reason: "\(name) needs a value") }
    return String(value)
  }

  /// Whether they ask for help, whatever else is among them.
  static func askForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { ["--help", "-h"].contains($0) }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// The value of an option; `nil` when it is not there.
  subscript(name: String) -> String? { values[name] }

  func need(_ name: String) throws(Misuse) -> String {
    guard let value = values[name] else { throw Misuse(reason: "\(name) is needed") }
    return value
  }

  /// A value that is one of a few words; `nil` when the option is not there.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(Misuse) -> Choice? {
    guard let text = values[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Misuse(reason: "\(name) takes \(words)")
    }
    return choice
  }

  /// A value that is an integer; `nil` when the option is not there.
  func integer<Value: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Value>
  ) throws(Misuse) -> Value? {
    guard let text = values[name] else { return nil }
    guard let value = Value(text), range.contains(value) else {
      let bounds = "\(range.lowerBound) to \(range.upperBound)"
      throw Misuse(reason: "\(name) takes an integer from \(bounds)")
    }
    return value
  }

  /// A value that is a whole number of milliseconds, seconds or minutes, as `500ms`, `5s` or `2m`;
  /// `nil` when the option is not there.
  func duration(
    _ name: String, in range: ClosedRange<Duration>
  ) throws(Misuse) -> Duration? {
    guard let text = values[name] else { return nil }
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
}
