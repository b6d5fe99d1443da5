/// Where a command's store is.
enum StorePlace: Hashable, Sendable {
  case memory
  /// A libpq URL or connection string, which may have a password in it, and the ledger's schema.
  case postgres(connection: String, schema: String)

  /// The lines on `--store` and `--schema` in the help of a command that can do without a database.
  static let help = """
      --store WHERE    memory (the default), or a libpq URL or connection string such as
                       postgres://db.internal/app; PG* variables, passfile and service files count,
                       and keep a password out of the list of processes
      --schema NAME    the schema that holdfast migrate made there (default holdfast)
    """

  /// Whether a value of `--store` is a URL or a connection string.
  static func isDatabase(_ store: String) -> Bool {
    store.contains("=") || store.contains("://")
  }
}
