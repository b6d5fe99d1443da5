internal import Holdfast
internal import HoldfastPostgres

/// Where a command's store is, and whose data in it.
extension Arguments {
  /// The database that `--store` names.
  func database() throws(Misuse) -> String {
    let store = try need("--store")
    guard StorePlace.isDatabase(store) else { throw Misuse(reason: "--store takes postgres://…") }
    return store
  }

  /// What `--schema` names; `nil` when it is not there.
  func schema() throws(Misuse) -> SchemaName? {
    guard let text = self["--schema"] else { return nil }
    guard let schema = SchemaName(text) else {
      throw Misuse(reason: "no schema can have the name that --schema gives")
    }
    return schema
  }

  /// What `--store` and `--schema` name, or memory.
  func storePlace() throws(Misuse) -> StorePlace {
    let store = self["--store"] ?? "memory"
    guard store != "memory" else {
      guard self["--schema"] == nil else {
        throw Misuse(reason: "--schema is for --store postgres://…")
      }
      return .memory
    }
    guard StorePlace.isDatabase(store) else {
      throw Misuse(reason: "--store takes memory or postgres://…")
    }
    return .postgres(connection: store, schema: (try schema() ?? .standard).string)
  }

  /// Where the store of a command is that looks at one: in a database, or what a scenario leaves.
  func source() throws(Misuse) -> OpenedStore.Source {
    let place = try storePlace()
    switch (place, self["--scenario"]) {
    case (.memory, let path?): return .scenario(path)
    case (.memory, nil): throw Misuse(reason: "--store postgres://… or --scenario is needed")
    case (.postgres, nil): return .standing(place)
    case (.postgres, _?): throw Misuse(reason: "a scenario runs in memory, without --store")
    }
  }

  /// The tenant that `--tenant` names; `nil` with `--all`.
  func tenantOrAll() throws(Misuse) -> TenantName? {
    guard has("--all") != (self["--tenant"] != nil) else {
      throw Misuse(reason: "name one --tenant, or say --all")
    }
    return self["--tenant"].map { TenantName($0) }
  }
}
