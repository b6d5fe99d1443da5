-- Returns a row for each rule that is broken, with how often; an intact ledger returns none.
WITH sums AS (
  SELECT account_id, unit, count(*) AS rows, max(version) AS version, sum(posted_delta) AS posted,
    sum(held_delta) AS held
  FROM baseline.journal GROUP BY 1, 2
), lots AS (
  SELECT account_id, unit, sum(remaining) AS remaining, sum(pinned) AS pinned
  FROM baseline.lot GROUP BY 1, 2
), holds AS (
  SELECT account_id, unit, sum(amount) AS held
  FROM baseline.hold WHERE status = 'open' GROUP BY 1, 2
), chain AS (
  SELECT posted_after - posted_delta
      - lag(posted_after, 1, 0::bigint) OVER versions AS posted_gap,
    held_after - held_delta - lag(held_after, 1, 0::bigint) OVER versions AS held_gap
  FROM baseline.journal WINDOW versions AS (PARTITION BY account_id, unit ORDER BY version)
)
SELECT rule, count(*) FROM (
  SELECT 'the journal sums to the balance' AS rule
  FROM baseline.balance b JOIN sums s USING (account_id, unit)
  WHERE b.posted <> s.posted OR b.held <> s.held
  UNION ALL
  SELECT 'versions have no gaps'
  FROM baseline.balance b JOIN sums s USING (account_id, unit)
  WHERE b.version <> s.version OR s.rows <> s.version
  UNION ALL
  SELECT 'the lots sum to the balance'
  FROM baseline.balance b JOIN lots l USING (account_id, unit)
  WHERE b.posted <> l.remaining OR b.held <> l.pinned
  UNION ALL
  SELECT 'the open holds sum to what is held'
  FROM baseline.balance b LEFT JOIN holds h USING (account_id, unit)
  WHERE b.held <> coalesce(h.held, 0)
  UNION ALL
  SELECT 'each row follows from the one before' FROM chain WHERE posted_gap <> 0 OR held_gap <> 0
  UNION ALL
  SELECT 'no overdraft' FROM baseline.balance WHERE posted - held + overdraft_limit < 0
) broken GROUP BY rule
