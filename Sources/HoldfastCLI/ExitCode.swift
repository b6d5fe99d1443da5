/// What the process ends with.
enum ExitCode: Int32 {
  case ok = 0
  case checkFailed = 1
  case usage = 2
  case storeUnreachable = 4
  /// By SIGINT, with nothing worse to tell.
  case interrupted = 130
  /// By SIGTERM.
  case terminated = 143
}
