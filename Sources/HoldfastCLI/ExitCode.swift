/// What the process ends with.
enum ExitCode: Int32 {
  case ok = 0
  case checkFailed = 1
  case usage = 2
  case storeUnreachable = 4
}
