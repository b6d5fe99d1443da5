internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// As whom a server runs: PostgreSQL refuses to be root.
struct ServerUser {
  /// `nil` when it simply is who we are.
  private let other: (user: uid_t, group: gid_t)?

  init() throws(ThrowAwayPostgresError) {
    guard geteuid() == 0 else {
      other = nil
      return
    }
    guard let entry = getpwnam("postgres") ?? getpwnam("nobody") else {
      throw .failed("looking for an unprivileged user", output: "neither postgres nor nobody")
    }
    other = (entry.pointee.pw_uid, entry.pointee.pw_gid)
  }

  /// The command line that runs a program as this user.
  func command(_ arguments: [String]) -> [String] {
    guard let other else { return arguments }
    return [
      "/usr/bin/setpriv", "--reuid=\(other.user)", "--regid=\(other.group)", "--clear-groups",
    ]
      + arguments
  }

  func own(_ path: String) throws(ThrowAwayPostgresError) {
    guard let other else { return }
    guard chown(path, other.user, other.group) == 0 else {
      throw .failed("chown \(path)", output: String(cString: strerror(errno)))
    }
  }
}
