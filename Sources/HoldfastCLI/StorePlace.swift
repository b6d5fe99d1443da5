internal import HoldfastPostgres

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

  /// A sentence that names what is wrong with the options.
  struct Misuse: Error {
    let reason: String
  }

  /// - Parameters:
  ///   - store: The value of `--store`; `nil` for memory.
  ///   - schema: The value of `--schema`; `nil` for the usual one.
  init(store: String?, schema: String?) throws(Misuse) {
    guard let store, store != "memory" else {
      guard schema == nil else { throw Misuse(reason: "--schema is for --store postgres://…") }
      self = .memory
      return
    }
    guard StorePlace.isDatabase(store) else {
      throw Misuse(reason: "--store takes memory or postgres://…")
    }
    guard let name = SchemaName(schema ?? SchemaName.standard.string) else {
      throw Misuse(reason: "no schema can have the name that --schema gives")
    }
    self = .postgres(connection: store, schema: name.string)
  }

  /// Whether a value of `--store` is a URL or a connection string.
  static func isDatabase(_ store: String) -> Bool {
    store.contains("=") || store.contains("://")
  }
}

extension Arguments {
  /// Takes `--store` and `--schema`.
  mutating func storePlace() throws(Misuse) -> StorePlace {
    let (store, schema) = (try value("--store"), try value("--schema"))
    do throws(StorePlace.Misuse) {
      return try StorePlace(store: store, schema: schema)
    } catch {
      throw Misuse(reason: error.reason)
    }
  }
}

extension NamedOptions {
  /// Where the store of a command is that looks at one: in a database, or what a scenario leaves.
  func source() throws(Misuse) -> OpenedStore.Source {
    let place: StorePlace
    do throws(StorePlace.Misuse) {
      place = try StorePlace(store: self["--store"], schema: self["--schema"])
    } catch {
      throw Misuse(reason: error.reason)
    }
    switch (place, self["--scenario"]) {
    case (.memory, let path?): return .scenario(path)
    case (.memory, nil): throw Misuse(reason: "--store postgres://… or --scenario is needed")
    case (.postgres, nil): return .standing(place)
    case (.postgres, _?): throw Misuse(reason: "a scenario runs in memory, without --store")
    }
  }
}
