internal import Holdfast
internal import HoldfastTesting

/// The line that tells somebody at a terminal how far the demo has come, once that takes a while.
struct DemoProgress {
  private var isShown = false
  private var lastPercent = -1

  mutating func show(_ progress: DemoRun.Progress) {
    guard Terminal.isErrorTerminal, progress.elapsed > .seconds(2) else { return }
    let percent = (progress.tick + 1) * 100 / DemoDay.tickCount
    guard percent != lastPercent else { return }
    lastPercent = percent
    isShown = true
    let time = DemoDay.instant(of: progress.tick).description.dropFirst(11).prefix(5)
    Terminal.errorLine("\(time)  \(percent) %  \(progress.calls) calls")
  }

  mutating func clear() {
    if isShown { Terminal.errorLine("") }
    isShown = false
  }
}
