/// Where a command writes.
struct CommandOutput: Sendable {
  let print: @Sendable (String) -> Void
  let error: @Sendable (String) -> Void

  static let terminal = CommandOutput(
    print: { Terminal.print($0) }, error: { Terminal.error($0) })
}
