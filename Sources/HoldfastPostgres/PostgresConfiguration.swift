public import Holdfast

/// How a `PostgresStore` reaches its database and works on it.
public struct PostgresConfiguration: Sendable {
  /// A libpq connection string or URI, such as `postgres://app@db/credits?sslmode=verify-full`.
  /// Everything that libpq knows may be in it: unix sockets, `service`, `passfile`, several hosts with
  /// `target_session_attrs`; what it leaves out comes from the `PG*` variables.
  public var connection: String
  /// The schema that `holdfast migrate` made.
  public var schema: String
  /// Whether statements are prepared; poolers that change connections between transactions need
  /// `unnamed`.
  public var statements: Statements
  /// Connections that write, 1 … 64; at most one for each slot is opened.
  public var lanes: Int
  /// Connections that read, 1 … 64.
  public var readers: Int
  /// Calls that may wait in one lane before further ones are `overloaded`, 1 … 1,000,000.
  public var queueLimit: Int
  /// The most commands in one transaction, 1 … 10,000.
  public var maximumBatchCommands: Int
  /// The most calls in one transaction, 1 … 10,000; each works on few accounts.
  public var maximumBatchAccounts: Int
  /// For how many seconds after a call arrived its transaction is tried again when it fails, before
  /// the caller gets an error, 1 … 600. A try that is under way is waited for.
  public var patienceSeconds: Int
  /// How many seconds one round trip may take before the connection is given up, 1 … 600.
  public var answerSeconds: Int
  /// The most open reservations an account may have.
  public var maximumOpenReservations: Int
  /// Seconds that the database's clock may step before writes are refused.
  public var clockToleranceSeconds: Int
  /// Stands in for the database's clock, in tests.
  public var clock: StoreClock?
  /// How many decided rows are worth a statement that is sent while the rest of a batch is decided.
  package var rowsWorthAStatement = 96
  /// Is told about transactions, sweeps and clock steps.
  public var observer: (any LedgerObserver)?

  /// How statements reach the server.
  public enum Statements: Hashable, Sendable {
    /// Prepared once for each connection.
    case prepared
    /// Sent with their text each time.
    case unnamed
  }

  /// A store for this database with the usual settings.
  public init(_ connection: String, schema: String = "holdfast") {
    self.connection = connection
    self.schema = schema
    statements = .prepared
    lanes = 4
    readers = 2
    queueLimit = 100_000
    maximumBatchCommands = 1000
    maximumBatchAccounts = 1000
    patienceSeconds = 10
    answerSeconds = 30
    maximumOpenReservations = 10_000
    clockToleranceSeconds = 300
  }

  /// Checks every setting.
  func validatedSchema() throws(LedgerError) -> SchemaName {
    try check(lanes, 1...64, "lanes")
    try check(readers, 1...64, "readers")
    try check(queueLimit, 1...1_000_000, "queueLimit")
    try check(maximumBatchCommands, 1...10_000, "maximumBatchCommands")
    try check(maximumBatchAccounts, 1...10_000, "maximumBatchAccounts")
    try check(patienceSeconds, 1...600, "patienceSeconds")
    try check(answerSeconds, 1...600, "answerSeconds")
    try check(maximumOpenReservations, 1...1_000_000, "maximumOpenReservations")
    try check(clockToleranceSeconds, 1...Int.max / 1_000_000, "clockToleranceSeconds")
    guard let schema = SchemaName(schema) else {
      throw LedgerError(
        .invalidArgument, "must be a schema's name of 1 to 63 bytes", field: "schema")
    }
    return schema
  }

  private func check(
    _ value: Int, _ range: ClosedRange<Int>, _ field: String
  ) throws(LedgerError) {
    guard range.contains(value) else {
      throw LedgerError(
        .invalidArgument, "must be \(range.lowerBound) to \(range.upperBound)", field: field)
    }
  }

  var connectionOptions: ConnectionOptions {
    var options = ConnectionOptions(
      connection, schema: schema, statements: statements == .prepared ? .prepared : .unnamed)
    options.answerWithin = answerMicroseconds
    return options
  }

  var patienceMicroseconds: Int64 { Int64(patienceSeconds) * 1_000_000 }
  var answerMicroseconds: Int64 { Int64(answerSeconds) * 1_000_000 }
}
