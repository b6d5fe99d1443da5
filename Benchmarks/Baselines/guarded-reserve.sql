-- Baseline (c): one statement whose UPDATE carries the check as its guard.
-- $1 account, $2 unit, $3 amount, $4 key, $5 lasting (interval)
-- All parts see the snapshot that the statement began with, also after waiting for the balance's
-- lock. Where that was out of date a constraint fails (journal_key for a key, pins_are_covered for a
-- lot); the caller then runs the statement again. What it cannot promise under contention is the
-- burn order: room that a settlement has just given back is not seen.
WITH prior AS (
  SELECT hold_id, amount, unit, posted_after, held_after FROM baseline.journal
  WHERE account_id = $1::bigint AND kind = 'reserve' AND key = $4::text
), b AS (
  UPDATE baseline.balance
  SET held = held + $3::bigint, version = version + 1,
    updated_at = greatest(clock_timestamp(), updated_at)
  WHERE account_id = $1 AND unit = $2::text AND posted - held + overdraft_limit >= $3
    AND NOT EXISTS (SELECT FROM prior)
  RETURNING version, posted, held, updated_at
), piece AS (
  SELECT lot_id, place, least($3 - before, free) AS amount
  FROM (
    SELECT lot_id, remaining - pinned AS free,
      row_number() OVER burn AS place,
      coalesce(sum(remaining - pinned) OVER (burn ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
        0)::bigint AS before
    FROM baseline.lot
    WHERE account_id = $1 AND unit = $2 AND remaining > pinned
      AND (expires_at IS NULL OR expires_at > now())
    WINDOW burn AS (ORDER BY priority, expires_at NULLS LAST, lot_id)
  ) lots
  WHERE before < $3
), pin AS (
  UPDATE baseline.lot l SET pinned = l.pinned + piece.amount
  FROM b, piece WHERE l.lot_id = piece.lot_id
), h AS (
  INSERT INTO baseline.hold (account_id, unit, amount, pin_lots, pin_amounts, expires_at, created_at)
  SELECT $1, $2, $3,
    (SELECT coalesce(array_agg(lot_id ORDER BY place), '{}') FROM piece),
    (SELECT coalesce(array_agg(amount ORDER BY place), '{}') FROM piece),
    b.updated_at + $5::interval, b.updated_at
  FROM b
  RETURNING hold_id
), j AS (
  INSERT INTO baseline.journal (account_id, unit, version, at, kind, key, amount, posted_delta,
    held_delta, posted_after, held_after, hold_id)
  SELECT $1, $2, b.version, b.updated_at, 'reserve', $4, $3, 0, $3, b.posted, b.held, h.hold_id
  FROM b, h
)
SELECT 'applied', hold_id, posted, held FROM b, h
UNION ALL
SELECT CASE WHEN amount = $3 AND unit = $2 THEN 'duplicate' ELSE 'key_reused' END, hold_id,
  posted_after, held_after
FROM prior
