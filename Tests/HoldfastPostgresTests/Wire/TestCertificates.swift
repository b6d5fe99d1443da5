import Foundation
import HoldfastTesting

/// Two authorities, and a certificate for `localhost` that the first of them issued.
struct TestCertificates: Sendable {
  let folder: String
  /// Of the authority that issued the server's certificate, and of one that issued nothing.
  let authority: String
  let otherAuthority: String
  let certificate: String
  let key: String

  /// Made afresh by `openssl`, good for two days.
  init(in folder: String) throws {
    self.folder = folder
    authority = "\(folder)/authority.crt"
    otherAuthority = "\(folder)/other.crt"
    certificate = "\(folder)/server.crt"
    key = "\(folder)/server.key"
    for name in ["authority", "other"] {
      try TestCertificates.openssl([
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=\(name)",
        "-keyout", "\(folder)/\(name).key", "-out", "\(folder)/\(name).crt",
      ])
    }
    try TestCertificates.openssl([
      "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", key, "-out",
      "\(folder)/server.csr",
    ])
    let names = "\(folder)/names"
    try Data("subjectAltName=DNS:localhost\n".utf8).write(to: URL(fileURLWithPath: names))
    try TestCertificates.openssl([
      "x509", "-req", "-in", "\(folder)/server.csr", "-days", "2", "-CA", authority, "-CAkey",
      "\(folder)/authority.key", "-CAcreateserial", "-extfile", names, "-out", certificate,
    ])
  }

  /// Lets the server use them from its next connection on. The key has to be its user's alone.
  func install(in server: ThrowAwayPostgres) throws {
    let data = try server.sql("SHOW data_directory").trimmingCharacters(in: .whitespacesAndNewlines)
    for (file, name) in [(certificate, "server.crt"), (key, "server.key")] {
      let place = "\(data)/\(name)"
      try FileManager.default.copyItem(atPath: file, toPath: place)
      try TestCertificates.run(["chown", "--reference=\(data)", place])
      try TestCertificates.run(["chmod", "600", place])
    }
    try server.sql("ALTER SYSTEM SET ssl = on")
    try server.sql("SELECT pg_reload_conf()")
    while try !server.sql("SHOW ssl").hasPrefix("on") { usleep(10_000) }
  }

  private static func openssl(_ arguments: [String]) throws {
    try run(["openssl"] + arguments)
  }

  private static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 { throw Failed(program: arguments[0]) }
  }

  struct Failed: Error {
    let program: String
  }
}
