-- Returns a row for each rule that is broken in the tenant of the run; an intact ledger returns none.
WITH mine AS (
  SELECT s.* FROM holdfast.stream s
  JOIN holdfast.account a ON a.slot = s.slot AND a.account_id = s.account_id
  WHERE a.tenant = 'bench'
), rows AS (
  SELECT j.*,
    lag(j.posted_after, 1, 0::bigint) OVER versions AS posted_before,
    lag(j.held_after, 1, 0::bigint) OVER versions AS held_before,
    row_number() OVER versions AS number
  FROM holdfast.journal j
  JOIN mine s ON s.slot = j.slot AND s.account_id = j.account_id AND s.stream = j.stream
  WINDOW versions AS (PARTITION BY j.slot, j.account_id, j.stream ORDER BY j.version)
), sums AS (
  SELECT slot, account_id, stream, max(version) AS version, sum(posted_delta) AS posted,
    sum(held_delta) AS held, count(*) FILTER (WHERE posted_delta <> 0) AS entries
  FROM rows GROUP BY 1, 2, 3
), holds AS (
  SELECT slot, account_id, stream, sum(remaining) AS held, count(*) AS open
  FROM holdfast.hold GROUP BY 1, 2, 3
)
SELECT rule, count(*) FROM (
  SELECT 'the journal sums to the balance' AS rule
  FROM mine s JOIN sums USING (slot, account_id, stream)
  WHERE s.posted <> sums.posted OR s.held <> sums.held OR s.entry_count <> sums.entries
  UNION ALL
  SELECT 'the balance stands at its last row'
  FROM mine s LEFT JOIN sums USING (slot, account_id, stream)
  WHERE s.version IS DISTINCT FROM sums.version
  UNION ALL
  SELECT 'versions have no gaps' FROM rows WHERE version <> number
  UNION ALL
  SELECT 'each row follows from the one before' FROM rows
  WHERE posted_after <> posted_before + posted_delta OR held_after <> held_before + held_delta
  UNION ALL
  SELECT 'the open holds sum to what is held'
  FROM mine s LEFT JOIN holds USING (slot, account_id, stream)
  WHERE s.held <> coalesce(holds.held, 0) OR s.open_holds <> coalesce(holds.open, 0)
  UNION ALL
  SELECT 'no key had two effects'
  FROM (
    SELECT 1 FROM rows WHERE identity IS NOT NULL GROUP BY slot, account_id, identity
    HAVING count(*) > 1
  ) twice
  UNION ALL
  SELECT 'no overdraft' FROM rows WHERE posted_after - held_after < 0
) broken GROUP BY rule
