internal import Dispatch
internal import Foundation
internal import HoldfastTesting

/// The target that `FUZZ_TARGET` names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    stop("FUZZ_TARGET is one of \(names)")
  }
  return target
}()

/// With `FUZZ_PRINT` set, the replay file that an input of `commands` stands for is printed.
private let prints = ProcessInfo.processInfo.environment["FUZZ_PRINT"] != nil

/// Called by libFuzzer with each input; a trap is a crash to it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  if prints, target == .commands {
    FileHandle.standardError.write(Data(CommandScript(input).text))
  }
  // The in-memory store never suspends, so the task is over before this call returns, unless the
  // input races commands.
  let done = DispatchSemaphore(value: 0)
  Task.immediate {
    do throws(FuzzFinding) {
      try await target.check(input)
    } catch {
      stop("FINDING: \(error)")
    }
    done.signal()
  }
  done.wait()
  return 0
}

private func stop(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("\(reason)\n".utf8))
  fatalError("stopped")
}
