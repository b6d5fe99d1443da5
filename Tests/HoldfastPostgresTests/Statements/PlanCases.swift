import HoldfastPostgres

/// Every statement on a table with a slot, with arguments that find rows in a `LongHistory`.
struct PlanCases: Sendable {
  let all: [PlanCase]

  private static let queries = Dictionary(
    uniqueKeysWithValues: SentQueries.all.map { ($0.name, $0) })

  private static let journal = ["journal_by_version": ["slot", "account_id", "stream", "version"]]
  private static let stream = ["stream_by_number": ["slot", "account_id", "stream"]]
  private static let accountStreams = ["stream_by_number": ["slot", "account_id"]]
  private static let hold = ["hold_by_reservation": ["slot", "account_id", "version", "stream"]]
  private static let accountHolds = ["hold_by_reservation": ["slot", "account_id"]]
  private static let record = [
    "usage_record_by_version": ["slot", "account_id", "stream", "version"]
  ]
  private static let due = ["hold_due": ["slot", "lapses_at"], "lot_due": ["slot", "due_at"]]

  /// For a hundred of the other accounts and the first, which has the long journal.
  init(_ history: LongHistory, on connection: PostgresConnection) throws {
    let keys = try PlanKeys(history, on: connection)
    all =
      Self.loading(keys) + Self.writing(keys) + Self.reading(keys, history)
      + Self.archive(keys, history)
      + Self.statistics(keys, history)
  }

  private static func plan(
    _ name: String, _ arguments: [String], rows: Int, by indexes: [String: [String]] = [:],
    pages: Int = 8
  ) -> PlanCase {
    guard let query = queries[name] else { preconditionFailure("\(name) is sent no more") }
    return PlanCase(
      query: query, arguments: ["0"] + arguments, rows: rows, indexes: indexes,
      pagesPerRow: pages)
  }

  private static func loading(_ keys: PlanKeys) -> [PlanCase] {
    let n = PlanKeys.count
    let (early, late) = ("'2020-01-01Z'", "'2030-01-01Z'")
    return [
      plan("lock_streams", [keys.accounts], rows: 2 * n, by: accountStreams),
      plan("read_streams", [keys.accounts], rows: 2 * n, by: accountStreams),
      plan("stream_counts", [keys.accounts], rows: n, by: accountStreams),
      plan("free_streams", [keys.accounts], rows: 2 * n, by: accountStreams),
      plan("accounts", [keys.accounts], rows: n, by: ["account_by_id": ["slot", "account_id"]]),
      plan(
        "overrides", [keys.accounts], rows: 2 * n,
        by: ["usage_override_by_revision": ["slot", "account_id"]]),
      plan(
        "groups", [keys.groups], rows: n, by: ["group_key_by_id": ["slot", "group_id"]]),
      plan(
        "rows_by_identity", [keys.identities, keys.identityAccounts], rows: n,
        by: ["journal_identity": ["slot", "identity", "account_id"]]),
      plan("rows_by_version", [keys.accounts, keys.zeros, keys.fives], rows: n, by: journal),
      plan(
        "rows_by_subject", [keys.accounts, keys.zeros, keys.sixes], rows: n,
        by: ["journal_subject": ["slot", "account_id", "stream", "subject"]]),
      plan(
        "holds", [keys.accounts, keys.fives], rows: n,
        by: ["hold_by_reservation": ["slot", "account_id", "version"]]),
      plan("due_holds", [keys.accounts, late], rows: 10 * n, by: accountHolds),
      plan("next_lapses", [keys.accounts, early], rows: n, by: accountHolds, pages: 20),
      plan(
        "lots", [keys.accounts, keys.zeros, keys.fives], rows: n,
        by: ["lot_by_opening": ["slot", "account_id", "stream", "version"]]),
      plan(
        "repayments", [keys.accounts, keys.zeros, keys.fives], rows: n,
        by: ["repayment_by_block": ["slot", "account_id", "stream", "block"]]),
      plan("records", [keys.accounts, keys.ones, keys.fives], rows: n, by: record),
      plan(
        "records_of_streams", [keys.accounts, keys.ones], rows: 20 * n,
        by: ["usage_record_by_version": ["slot", "account_id", "stream"]]),
    ]
  }

  private static func writing(_ keys: PlanKeys) -> [PlanCase] {
    let n = PlanKeys.count
    let (a, zeros, fives, big) = (keys.accounts, keys.zeros, keys.fives, keys.hundredThousands)
    let (zeroBigs, times, bodies, texts) = (keys.zeros, keys.times, keys.bodies, keys.texts)
    let streams = [
      a, zeros, keys.twos, fives, times, fives, zeroBigs, zeroBigs, zeroBigs, zeroBigs, zeros,
      zeroBigs, times, bodies,
    ]
    let newStreams = [a, keys.sevens] + streams.dropFirst(2)
    return [
      plan("insert_accounts", [keys.groups, texts, texts, "now()"], rows: n, pages: 20),
      plan("insert_streams", newStreams + [keys.ones, texts], rows: n, pages: 20),
      plan("update_streams", streams, rows: n, by: stream, pages: 16),
      plan(
        "insert_rows",
        [
          a, zeros, big, times, keys.ones, fives, zeros, fives, zeros, fives, keys.groups, texts,
          texts, texts, texts, keys.jsons, bodies,
        ], rows: n, pages: 40),
      plan("insert_holds", [a, zeros, big, times, fives, bodies], rows: n, pages: 30),
      plan("update_holds", [a, zeros, fives, times, fives, bodies], rows: n, by: hold, pages: 30),
      plan("delete_holds", [a, zeros, fives], rows: n, by: hold, pages: 10),
      plan("upsert_lots", [a, zeros, fives, times, bodies], rows: n, pages: 30),
      plan("upsert_records", [a, keys.ones, fives, times, bodies], rows: n, pages: 30),
      plan("upsert_repayments", [a, zeros, fives, bodies], rows: n, pages: 30),
      plan("insert_groups", [keys.accounts, keys.accounts], rows: n, pages: 20),
      plan("insert_feed", ["'x'"], rows: 1, pages: 20),
      plan("add_to_feed", ["'x'"], rows: 1, pages: 20),
    ]
  }

  /// Where rows of the other accounts' meters were archived.
  private static func archive(_ keys: PlanKeys, _ history: LongHistory) -> [PlanCase] {
    let n = PlanKeys.count
    let kept = ["archived_key_by_version": ["slot", "account_id", "stream", "version"]]
    return [
      plan(
        "kept_by_identity", [keys.keptIdentities, keys.accounts], rows: n,
        by: ["archived_key_identity": ["slot", "identity"]]),
      plan("kept_by_version", [keys.accounts, keys.ones, keys.fives], rows: n, by: kept),
      plan(
        "kept_by_subject", [keys.accounts, keys.ones, keys.sixes], rows: n,
        by: ["archived_key_subject": ["slot", "account_id", "stream", "subject"]]),
      plan(
        "kept_accounts_by_identity", [keys.keptIdentity, "'others'"], rows: 1,
        by: ["archived_key_identity": ["slot", "identity"]].merging(stream) { $1 }.merging(
          ["account_by_id": ["slot", "account_id"]]) { $1 }),
      plan("kept_of_stream", [keys.one, "1", "10", "50"], rows: 50, by: kept),
      plan(
        "checkpoints", [keys.one], rows: 1, by: ["checkpoint_by_stream": ["slot", "account_id"]]),
      plan(
        "archived_through", [keys.accounts], rows: n,
        by: ["checkpoint_by_stream": ["slot", "account_id"]]),
      plan("staying_rows", [keys.first, "0", "50"], rows: 50, by: journal),
    ]
  }

  private static func reading(_ keys: PlanKeys, _ history: LongHistory) -> [PlanCase] {
    let (one, first, none) = (keys.one, keys.first, "'00000000-0000-0000-0000-000000000000'")
    let (last, beforeAll) = (history.ownRows, "'2026-01-01Z'")
    let behind = [beforeAll, "'2020-01-01Z'", none, "0", "0"]
    let n = PlanKeys.count
    let horizon = "'900000000:900000000:'"
    let shown = 1_000_000 + history.otherAccounts * 10 + 9 - 50
    return [
      plan("holds_of_account", [one], rows: 10, by: accountHolds),
      plan("entries_before", [first, "0", "\(last - 100)", "50"], rows: 50, by: journal),
      // The open holds at the end of the journal lie before the entries, and are read over.
      plan(
        "entries_behind", [first, "0", "100", "50"], rows: 50,
        by: ["journal_by_version": ["slot", "account_id", "stream"]],
        pages: 8 + history.openHolds / 500),
      plan("row_as_of", [first, "0", keys.middle, "\(last)"], rows: 1, by: journal, pages: 150),
      plan("rows_of_stream", [first, "0", "\(last - 100)", "50"], rows: 50, by: journal),
      plan(
        "lots_of_account", [one], rows: 5, by: ["lot_by_opening": ["slot", "account_id"]]),
      plan(
        "records_of_account", [one], rows: 20,
        by: ["usage_record_by_version": ["slot", "account_id"]]),
      plan(
        "repayments_of_account", [one], rows: 20,
        by: ["repayment_by_block": ["slot", "account_id"]]),
      plan(
        "overrides_of_account", [one], rows: 2,
        by: ["usage_override_by_revision": ["slot", "account_id"]]),
      plan(
        "accounts_by_identity", [keys.identity, "'others'"], rows: 1,
        by: ["journal_identity": ["slot", "identity"]].merging(stream) { $1 }.merging(
          ["account_by_id": ["slot", "account_id"]]) { $1 }),
      plan(
        "accounts_of_tenant", [none, "'others'", "50"], rows: 50,
        by: ["account_by_id": ["slot", "account_id"]]),
      plan("tenants", [], rows: 2, by: ["account_by_id": ["slot"]], pages: history.otherAccounts),
      plan("due", behind + ["256"], rows: 0, by: due),
      plan(
        "due_of_tenant", behind + ["256", "'others'"], rows: 0,
        by: due.merging(["account_by_id": ["slot", "account_id"]]) { $1 }),
      plan("due_counts", [keys.accounts, "'2030-01-01Z'"], rows: n, by: accountHolds),
      plan(
        "feed", ["'\(shown):\(shown):'", horizon, "'0/0'", "'2026-01-01Z'", "'0'", "64"], rows: 51,
        by: ["feed_by_transaction": ["slot", "xid"]]),
    ]
  }
}

extension PlanCases {
  private static let sums = [
    "consumption_rollup_by_bucket": ["slot", "tenant", "unit", "seconds", "start_at"]
  ]
  private static let usageSums = [
    "usage_rollup_by_bucket": ["slot", "tenant", "seconds", "start_at"]
  ]

  fileprivate static func statistics(_ keys: PlanKeys, _ history: LongHistory) -> [PlanCase] {
    let n = PlanKeys.count
    let (a, zeros, ones, texts) = (keys.accounts, keys.zeros, keys.ones, keys.texts)
    let quarters = keys.array("900")
    let report = [
      "'{2026-01-01Z,2026-01-02Z}'", "'{900,900}'", "'{2026-01-01Z,2026-01-02Z}'",
      "'{2026-01-01 06:00Z,2026-01-02 06:00Z}'",
    ]
    return [
      plan(
        "gather_consumption", ["'2030-01-01Z'", "100"], rows: 6,
        by: ["consumption_rollup_scattered": ["slot", "start_at"]], pages: 20),
      plan(
        "gather_usage", ["'2030-01-01Z'", "100"], rows: 0,
        by: ["usage_rollup_scattered": ["slot", "start_at"]], pages: 20),
      plan(
        "drop_empty_consumption", ["7", "'others'"], rows: 0,
        by: ["consumption_rollup_by_bucket": ["slot", "tenant"]], pages: 20),
      plan(
        "drop_empty_usage", ["7", "'others'"], rows: 0,
        by: ["usage_rollup_by_bucket": ["slot", "tenant"]], pages: 20),
      plan(
        "add_consumption",
        ["7", quarters, keys.times, texts, texts, texts, keys.series] + (0..<8).map { _ in ones },
        rows: n, pages: 20),
      plan(
        "add_usage", ["7", quarters, keys.times, texts, keys.series] + (0..<4).map { _ in ones },
        rows: n, pages: 20),
      plan("consumption", report + ["'others'", "'credits'"], rows: 2, by: sums),
      plan("consumption_by_kind", report + ["'others'", "'credits'"], rows: 2, by: sums),
      plan("consumption_by_item", report + ["'others'", "'credits'"], rows: 2, by: sums),
      plan("usage", report + ["'others'"], rows: 2, by: usageSums),
      plan("usage_by_item", report + ["'others'"], rows: 2, by: usageSums),
      plan(
        "consumption_of_tenant", ["'others'"], rows: history.otherAccounts,
        by: ["consumption_rollup_by_bucket": ["slot", "tenant"]]),
      plan(
        "usage_of_tenant", ["'others'"], rows: history.otherAccounts,
        by: ["usage_rollup_by_bucket": ["slot", "tenant"]]),
      plan(
        "versions_before",
        [a, zeros, keys.array("200"), "'2026-01-01 00:01Z'", "'2026-01-01 00:02Z'"], rows: n,
        by: journal, pages: 120),
      plan(
        "rows_in_ranges", [a, zeros, ones, keys.fives, "'{6,10}'"], rows: 5 * n, by: journal),
      plan("claim_rebuilding", [], rows: 1, pages: 20),
      plan(
        "subtract_consumption", ["7", "'others'"], rows: history.otherAccounts,
        by: ["consumption_rollup_by_bucket": ["slot", "tenant"]], pages: 20),
      plan(
        "subtract_usage", ["7", "'others'"], rows: history.otherAccounts,
        by: ["usage_rollup_by_bucket": ["slot", "tenant"]], pages: 20),
      plan(
        "count_consumption", ["0", "'others'"], rows: 1,
        by: ["consumption_rollup_by_bucket": ["slot", "tenant"]], pages: history.otherAccounts),
      plan(
        "count_usage", ["0", "'others'"], rows: 1,
        by: ["usage_rollup_by_bucket": ["slot", "tenant"]], pages: history.otherAccounts),
      plan("records_in_ranges", [a, ones, ones, keys.fives], rows: 5 * n, by: record),
    ]
  }
}

/// Literals that name rows of a `LongHistory`.
struct PlanKeys {
  static let count = 100

  let accounts: String
  let identities: String
  let identityAccounts: String
  let identity: String
  let keptIdentities: String
  let keptIdentity: String
  let groups: String
  let one: String
  /// The account with the long journal.
  let first: String
  /// The instant of a row in the middle of that.
  let middle: String

  init(_ history: LongHistory, on connection: PostgresConnection) throws {
    let n = Self.count
    func literal(_ query: String) throws -> String {
      let rows = try connection.runScript(query, deadline: .after(seconds: 60))[0]
      guard let text = rows.rowCount == 1 ? rows.optionalText(0, 0) : nil else { return "NULL" }
      return "'\(text)'"
    }
    let some =
      "SELECT * FROM holdfast.account WHERE tenant = 'others' ORDER BY account_id LIMIT \(n)"
    accounts = try literal("SELECT array_agg(account_id) FROM (\(some)) a")
    identities = try literal("SELECT array_agg(md5(name || '/' || 5)::uuid) FROM (\(some)) a")
    identityAccounts = accounts
    identity = try literal("SELECT md5(name || '/' || 5)::uuid FROM (\(some)) a LIMIT 1")
    keptIdentities = try literal(
      "SELECT array_agg(md5(name || '/kept/' || 5)::uuid) FROM (\(some)) a")
    keptIdentity = try literal("SELECT md5(name || '/kept/' || 5)::uuid FROM (\(some)) a LIMIT 1")
    groups = try literal(
      "SELECT array_agg(md5('group' || g)::uuid) FROM generate_series(1, \(n)) g")
    one = try literal("SELECT account_id FROM (\(some)) a LIMIT 1")
    first = try literal("SELECT account_id FROM holdfast.account WHERE tenant = 'traps'")
    middle = try literal(
      "SELECT at FROM holdfast.journal WHERE slot = 0 AND account_id = \(first) AND stream = 0 "
        + "AND version = \(history.ownRows / 3)")
  }

  func array(_ element: String) -> String {
    "array_fill(\(element), ARRAY[\(Self.count)])"
  }

  var zeros: String { array("0") }
  var ones: String { array("1") }
  var twos: String { array("2") }
  var fives: String { array("5") }
  var sixes: String { array("6") }
  var sevens: String { array("7") }
  var hundredThousands: String { array("100000000") }
  var times: String { array("now()") }
  var bodies: String { array("'\\x00'::bytea") }
  var texts: String { array("'text'::text") }
  /// Texts of which no two are the same.
  var series: String {
    "'{\((1...Self.count).map { "\($0)" }.joined(separator: ","))}'"
  }
  var jsons: String { array("'{}'::json") }
}
