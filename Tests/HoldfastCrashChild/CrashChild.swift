import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting

/// A service that works until it is killed: `HoldfastCrashChild CONNECTION TENANT CALLERS`. Or an
/// archiving: `HoldfastCrashChild archive CONNECTION BEFORE FOLDER`, which writes a line for each part
/// once it is in a file.
///
/// Each caller awaits its answer before it asks again. A line is written for each answer, before the
/// caller asks again: caller, number and what was answered.
@main
struct CrashChild {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count == 5, arguments[1] == "archive", let before = Instant(arguments[3]) {
      let archiver = Archiver(before: before, to: arguments[4], rowsAtOnce: 20) {
        FileHandle.standardOutput.write(Data("part\n".utf8))
      }
      _ = try await archiver.run(on: ConnectionOptions(arguments[2], statements: .unnamed))
      return
    }
    guard arguments.count == 4, let callers = Int(arguments[3]) else {
      throw Usage("usage: HoldfastCrashChild CONNECTION TENANT CALLERS")
    }
    let store = try await PostgresStore(PostgresConfiguration(arguments[1]))
    let script = CrashScript(tenant: TenantName(arguments[2]))
    for credit in script.funding { _ = try await store.submit(credit) }
    await withDiscardingTaskGroup { group in
      for caller in 0..<callers {
        group.addTask {
          for number in 0... {
            let answer: String
            do throws(LedgerError) {
              answer = CrashScript.digest(
                of: try await script.submission(of: caller, number).send(to: store))
            } catch {
              answer = error.code.rawValue
            }
            FileHandle.standardOutput.write(Data("\(caller) \(number) \(answer)\n".utf8))
          }
        }
      }
    }
  }

  struct Usage: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }
}
