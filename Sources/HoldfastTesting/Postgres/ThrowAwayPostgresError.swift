/// Why there is no server for a test.
public enum ThrowAwayPostgresError: Error, CustomStringConvertible {
  /// PostgreSQL's server programs are not installed.
  case notInstalled
  /// A step failed; what it was, and what the program said about it.
  case failed(String, output: String)
  /// Asked of a server that is not ours to stop; see `ThrowAwayPostgres.shared`.
  case notOurs

  public var description: String {
    switch self {
    case .notInstalled:
      "no PostgreSQL server here: install the Debian package postgresql (postgresql-15), or name a "
        + "running server in \(ThrowAwayPostgres.environmentName)"
    case .failed(let step, let output):
      "\(step) failed: \(output)"
    case .notOurs:
      "the server named in \(ThrowAwayPostgres.environmentName) is neither stopped nor changed"
    }
  }
}
