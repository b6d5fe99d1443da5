/// A small ledger written by hand, in which every audit finds everything in order.
enum HealthyLedger {
  /// One account in slot 3: a balance with a credit and an open reservation, and a meter.
  static let script = """
    INSERT INTO holdfast.account VALUES (3, '\(account)', 'acme', 'ada', '2026-01-01Z');
    INSERT INTO holdfast.stream VALUES
      (3, '\(account)', 0, 2, 1, 'credits', 4, '2026-01-04Z', 90, 30, 0, 0, 0, 1, 2,
        '2026-01-05Z', ''),
      (3, '\(account)', 1, 0, 2, 'image', 1, '2026-01-02Z', 7, 0, 0, 0, 0, 0, 0, NULL, '');
    INSERT INTO holdfast.journal VALUES
      (3, '\(account)', 0, 1, '2026-01-01Z', 1, 100, 0, 100, 0, NULL,
        '00000000-0000-0000-0000-000000000001', 'topup', NULL, NULL, NULL, NULL, ''),
      (3, '\(account)', 0, 2, '2026-01-02Z', 6, 0, 10, 100, 10, NULL,
        '00000000-0000-0000-0000-000000000002', 'one', NULL, NULL, NULL, NULL, ''),
      (3, '\(account)', 0, 3, '2026-01-03Z', 10, -10, -10, 90, 0, 2,
        '00000000-0000-0000-0000-000000000003', 'one', NULL, 'job', '7', '{"a": 1}', ''),
      (3, '\(account)', 0, 4, '2026-01-04Z', 6, 0, 30, 90, 30, NULL,
        '00000000-0000-0000-0000-000000000004', 'two', 'text', NULL, NULL, NULL, ''),
      (3, '\(account)', 1, 1, '2026-01-02Z', 19, 7, 0, 7, 0, NULL,
        '00000000-0000-0000-0000-000000000005', 'three', NULL, NULL, NULL, NULL, '');
    INSERT INTO holdfast.hold VALUES (3, '\(account)', 0, 4, '2026-01-05Z', 30, '');
    INSERT INTO holdfast.lot VALUES (3, '\(account)', 0, 1, '2026-02-01Z', '');
    INSERT INTO holdfast.usage_record VALUES (3, '\(account)', 1, 1, '2026-01-02Z', '');
    INSERT INTO holdfast.repayment VALUES (3, '\(account)', 0, 1, '');
    INSERT INTO holdfast.group_key VALUES (3, '\(account)', '\(account)');
    INSERT INTO holdfast.feed VALUES (3, pg_current_xact_id(), now(), '');
    INSERT INTO holdfast.unit_definition VALUES ('acme', 'credits', '{}');
    INSERT INTO holdfast.usage_item VALUES ('acme', 'image', 1, '{}');
    INSERT INTO holdfast.usage_override VALUES (3, '\(account)', 'image', 1, NULL);
    INSERT INTO holdfast.consumption_rollup VALUES
      (3, 'acme', 'credits', 900, '2026-01-03Z', 'settlement', '', 7, 10, 0, 1, 10, 0, 0, 0, 0),
      (3, 'acme', 'credits', 3600, '2026-01-03Z', 'settlement', '', 8, 10, 0, 1, 10, 0, 0, 0, 0),
      (3, 'acme', 'credits', 86400, '2026-01-03Z', 'settlement', '', 0, 10, 0, 1, 10, 0, 0, 0, 0);
    INSERT INTO holdfast.usage_rollup VALUES
      (3, 'acme', 900, '2026-01-02Z', 'image', 7, 7, 7, 1, 0),
      (3, 'acme', 3600, '2026-01-02Z', 'image', 7, 7, 7, 1, 0),
      (3, 'acme', 86400, '2026-01-02Z', 'image', 7, 7, 7, 1, 0);
    """

  static let account = "0000000a-0000-0000-0000-00000000000b"

  /// What the service does to the tables, each once, besides reading.
  static let work = [
    """
    INSERT INTO holdfast.journal VALUES
      (3, '\(account)', 0, 5, '2026-01-04Z', 3, -1, 0, 89, 30, NULL, NULL, NULL, NULL, NULL, NULL,
        NULL, '')
    """,
    "INSERT INTO holdfast.account VALUES (4, gen_random_uuid(), 'acme', 'bob', now())",
    """
    INSERT INTO holdfast.stream
    SELECT slot.slot, new.id, 0, 1, 1, 'credits', 0, now(), 0, 0, 0, 0, 0, 0, 0, NULL, ''
    FROM holdfast.slot, unnest(ARRAY[gen_random_uuid()]) AS new (id) WHERE slot.slot = 4
    """,
    "SELECT FROM holdfast.stream WHERE slot = 3 FOR NO KEY UPDATE",
    "UPDATE holdfast.stream SET version = version + 1 WHERE slot = 3 AND stream = 0",
    "INSERT INTO holdfast.hold VALUES (3, '\(account)', 0, 9, now(), 1, '')",
    "UPDATE holdfast.hold SET remaining = remaining - 1 WHERE slot = 3",
    "DELETE FROM holdfast.hold WHERE slot = 3",
    "INSERT INTO holdfast.lot VALUES (3, '\(account)', 0, 9, NULL, '')",
    "UPDATE holdfast.lot SET due_at = NULL WHERE slot = 3",
    "INSERT INTO holdfast.usage_record VALUES (3, '\(account)', 1, 9, now(), '')",
    "UPDATE holdfast.usage_record SET body = 'x' WHERE slot = 3",
    """
    INSERT INTO holdfast.repayment VALUES (3, '\(account)', 0, 1, '')
    ON CONFLICT (slot, account_id, stream, block) DO UPDATE SET body = excluded.body
    """,
    "INSERT INTO holdfast.group_key VALUES (3, gen_random_uuid(), gen_random_uuid())",
    """
    INSERT INTO holdfast.feed AS f VALUES (3, pg_current_xact_id(), now(), '')
    ON CONFLICT (slot, xid) DO UPDATE
      SET at = greatest(f.at, excluded.at), ranges = f.ranges || excluded.ranges,
        place = excluded.place
    """,
    """
    INSERT INTO holdfast.unit_definition VALUES ('acme', 'credits', '{}')
    ON CONFLICT (tenant, unit) DO UPDATE SET body = excluded.body
    """,
    "INSERT INTO holdfast.usage_item VALUES ('acme', 'image', 2, '{}')",
    "INSERT INTO holdfast.usage_override VALUES (3, '\(account)', 'image', 2, '[]')",
    "UPDATE holdfast.definition_revision SET revision = revision + 1",
    """
    INSERT INTO holdfast.consumption_rollup AS r VALUES
      (3, 'acme', 'credits', 900, '2026-01-03Z', 'settlement', '', 7, 10, 0, 1, 10, 0, 0, 0, 0)
    ON CONFLICT (slot, tenant, unit, seconds, start_at, kind, item, writer)
      DO UPDATE SET spent = r.spent + excluded.spent
    """,
    "DELETE FROM holdfast.consumption_rollup WHERE slot = 3 AND writer <> 0",
    """
    INSERT INTO holdfast.usage_rollup AS r VALUES
      (3, 'acme', 900, '2026-01-02Z', 'image', 7, 7, 7, 1, 0)
    ON CONFLICT (slot, tenant, seconds, start_at, item, writer)
      DO UPDATE SET amount = r.amount + excluded.amount
    """,
    "DELETE FROM holdfast.usage_rollup WHERE slot = 3 AND writer <> 0",
    "INSERT INTO holdfast.statistics_coverage VALUES ('acme')",
    """
    INSERT INTO holdfast.statistics_rebuild AS b VALUES (3, 1)
    ON CONFLICT (slot) DO UPDATE SET runs = b.runs + 1
    """,
  ]
}
