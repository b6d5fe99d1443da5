-- A year of many accounts: as many reserves and settlements as asked for in each, copied from those
-- that a store wrote for the accounts template-0 to template-9, each of an item of its own. Rows are
-- spread evenly over the year before. The indexes that only commands use are made again afterwards.
CREATE OR REPLACE FUNCTION pg_temp.fill(accounts integer, pairs integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  definition text;
  slots integer := (SELECT slots FROM holdfast.installation);
  year interval := interval '365 days';
BEGIN
  SELECT pg_get_indexdef('holdfast.journal_subject'::regclass) INTO definition;
  DROP INDEX holdfast.journal_subject;
  CREATE TEMPORARY TABLE member AS
    SELECT number, id AS account_id, (get_byte(uuid_send(id), 15) % slots)::smallint AS slot
    FROM generate_series(0, accounts - 1) number, md5('member' || number) digest,
      CAST(digest AS uuid) id;
  CREATE TEMPORARY TABLE template AS
    SELECT substr(a.name, 10)::integer AS number, j.*
    FROM holdfast.account a JOIN holdfast.journal j USING (slot, account_id)
    WHERE a.name LIKE 'template-%' AND j.event IN (6, 10);
  ANALYZE member;
  ANALYZE template;
  INSERT INTO holdfast.account (slot, account_id, tenant, name, created_at)
    SELECT slot, account_id, 'large', 'member-' || number, now() - year FROM member;
  INSERT INTO holdfast.stream (slot, account_id, stream, streams, kind, name, version, last_at, posted,
      held, debt, scheduled, overdraft_limit, open_holds, entry_count, next_due_at, state)
    SELECT slot, account_id, 0, 1, 1, 'credits', 2 * pairs, now(), 0, 0, 0, 0, 0, 0, pairs, NULL,
      '\x010000'
    FROM member;
  INSERT INTO holdfast.journal (slot, account_id, stream, version, at, event, posted_delta, held_delta,
      posted_after, held_after, subject, key, body)
    SELECT m.slot, m.account_id, 0, 2 * pair + t.step,
      now() - year + (pair + m.number::double precision / accounts) * year / pairs, t.event,
      t.posted_delta, t.held_delta, t.posted_after, t.held_after,
      CASE t.event WHEN 10 THEN 2 * pair + 1 END, t.key, t.body
    FROM (SELECT * FROM member ORDER BY slot, account_id) m
    CROSS JOIN generate_series(0, pairs - 1) pair
    CROSS JOIN LATERAL (
      SELECT template.*, CASE event WHEN 6 THEN 1 ELSE 2 END AS step FROM template
      WHERE template.number = m.number % 10 ORDER BY event) t;
  EXECUTE definition;
END $$;
