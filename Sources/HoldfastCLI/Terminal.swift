internal import Foundation

/// Writing to the standard streams.
enum Terminal {
  static func print(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  static func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// Writes over the last line of standard error, which is a terminal.
  static func errorLine(_ text: String) {
    FileHandle.standardError.write(Data("\r\u{1b}[K\(text)".utf8))
  }

  static var isErrorTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// How many columns standard output has: by COLUMNS, else by the terminal, else 100.
  static var width: Int {
    let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    if let columns, (20...10_000).contains(columns) { return columns }
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0,
      size.ws_col >= 20
    else { return Columns.width }
    return Int(size.ws_col)
  }

  /// Whether standard output is a terminal on which nobody has switched colours off.
  static var isColoured: Bool {
    let noColor = ProcessInfo.processInfo.environment["NO_COLOR"] ?? ""
    return isatty(STDOUT_FILENO) == 1 && noColor.isEmpty
  }
}
