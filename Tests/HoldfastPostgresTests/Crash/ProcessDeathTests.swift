import Foundation
import Holdfast
import HoldfastPostgres
import HoldfastTesting
import Testing

extension CrashSuite {
  /// The executable that is killed; it lies beside the tests'.
  static var child: String {
    get throws {
      let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let beside = URL(fileURLWithPath: own).deletingLastPathComponent()
      let main = Bundle.main.bundleURL
      let found = [beside, main, main.deletingLastPathComponent()]
        .map { $0.appendingPathComponent("HoldfastCrashChild").path }
        .first { FileManager.default.isExecutableFile(atPath: $0) }
      return try #require(found, "the child is built with the tests")
    }
  }

  @Suite("Our process dies", .serialized)
  struct ProcessDeathTests {
    static let callers = 2000

    private struct Answer {
      let caller: Int
      let number: Int
      let text: String

      init?(_ line: Substring) {
        let parts = line.split(separator: " ")
        guard parts.count == 3, let caller = Int(parts[0]), let number = Int(parts[1]) else {
          return nil
        }
        (self.caller, self.number, text) = (caller, number, String(parts[2]))
      }
    }

    /// Runs a service, kills it after so many answers, and returns those that it wrote down whole.
    private func answers(
      _ count: Int, of tenant: TenantName, from crash: CrashServer
    ) async throws -> [Answer] {
      let child = try CrashSuite.child
      let connection = crash.server.connectionString(database: crash.database.name)
      return try await TestDatabase.onThread {
        let output = FileManager.default.temporaryDirectory
          .appendingPathComponent("holdfast-child-\(UUID().uuidString)").path
        defer { unlink(output) }
        let process = try ChildProcess(
          [child, connection, "\(tenant)", "\(Self.callers)"], output: output)
        func lines() -> ArraySlice<Substring> {
          let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
          // What follows the last line feed was not written whole.
          return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        }
        while lines().count < count {
          try #require(process.isRunning, "\(lines().last ?? "")")
          usleep(20_000)
        }
        process.send(signal: SIGKILL)
        _ = process.wait(seconds: 60)
        return lines().compactMap { Answer($0) }
      }
    }

    @Test(
      "after a process is killed with thousands of calls in flight, each is done once when asked again",
      .timeLimit(.minutes(10)), arguments: 0..<(CrashSuite.isLong ? 20 : 1))
    func killed(round: Int) async throws {
      let crash = try await CrashServer.shared.value
      let tenant = TenantName("crash/process-\(round)")
      let answers = try await answers(Self.callers * (round % 3 + 1), of: tenant, from: crash)
      let script = CrashScript(tenant: tenant)
      var acknowledged = Array(repeating: [Int: String](), count: Self.callers)
      for answer in answers { acknowledged[answer.caller][answer.number] = answer.text }
      for numbers in acknowledged.map(\.keys) {
        #expect(Set(numbers) == Set(0..<numbers.count), "answers are written down in order")
      }
      // The next call of each caller was in flight, or answered and not written down.
      let store = try await crash.store { $0.patienceSeconds = 30 }
      let audit = CrashAudit(
        script: script, stores: [store], reader: store, database: crash.database)
      let again = await withTaskGroup(of: [CrashCall].self) { group in
        for caller in 0..<Self.callers {
          group.addTask { [count = acknowledged[caller].count] in
            var calls: [CrashCall] = []
            for number in 0...count {
              calls.append(
                await CrashCall(
                  script.submission(of: caller, number), caller: caller, number: number, to: store))
            }
            return calls
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      var resolved = 0
      for call in again {
        #expect(!call.isUnanswered && call.isAllowed)
        guard case .success(let results) = call.result else { continue }
        if let promised = acknowledged[call.caller][call.number], promised.hasPrefix("=") {
          #expect(results.allSatisfy { $0.duplicate })
          #expect(CrashScript.digest(of: results) == promised)
        } else if results.allSatisfy({ $0.duplicate }) {
          resolved += 1
        }
      }
      #expect(Set(try await audit.effects().values) == [1])
      try await audit.expectSound()
      print(
        "crash · our process killed: \(answers.count) answers, \(Self.callers) calls in flight, of "
          + "which \(resolved) had happened")
      await store.close()
    }
  }
}
