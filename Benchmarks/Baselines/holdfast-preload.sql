-- History of other accounts than those of the run: as many journal rows as asked for, of reserves and
-- settlements in turn, as wide as real ones. The index over callers' random keys is made again
-- afterwards, because filling it row by row would take most of the time.
CREATE OR REPLACE FUNCTION pg_temp.preload(accounts integer, pairs integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  definition text;
  slots integer := (SELECT slots FROM holdfast.installation);
BEGIN
  SELECT pg_get_indexdef('holdfast.journal_identity'::regclass) INTO definition;
  DROP INDEX holdfast.journal_identity;
  CREATE TEMPORARY TABLE history AS
    SELECT number, (number % slots)::smallint AS slot, gen_random_uuid() AS account_id
    FROM generate_series(1, accounts) number;
  INSERT INTO holdfast.account (slot, account_id, tenant, name, created_at)
    SELECT slot, account_id, 'history', 'account-' || number, now() FROM history;
  INSERT INTO holdfast.stream (slot, account_id, stream, streams, kind, name, version, last_at, posted,
      held, debt, scheduled, overdraft_limit, open_holds, entry_count, next_due_at, state)
    SELECT slot, account_id, 0, 1, 1, 'credits', 2 * pairs, now(), 0, 0, 0, 0, 0, 0, pairs, NULL,
      '\x010000'
    FROM history;
  INSERT INTO holdfast.journal (slot, account_id, stream, version, at, event, posted_delta, held_delta,
      posted_after, held_after, subject, identity, key, metadata, body)
    SELECT slot, account_id, 0, version, now(), 6 + 4 * (1 - version % 2),
      -60 * (1 - version % 2), 75 * (2 * (version % 2) - 1), 1000000, 75 * (version % 2),
      CASE version % 2 WHEN 0 THEN version - 1 END, gen_random_uuid(), gen_random_uuid()::text,
      CASE version % 2 WHEN 0 THEN
        ('{"model":"image-3","request":"' || replace(gen_random_uuid()::text, '-', '') || '"}')::json
      END,
      decode(repeat('5a', 45), 'hex')
    FROM history, generate_series(1, 2 * pairs) version
    ORDER BY slot, account_id, version;
  EXECUTE definition;
END $$;
