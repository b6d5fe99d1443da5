-- Baseline (c): as guarded-reserve.sql.
-- $1 account, $2 hold, $3 amount, $4 key, $5 metadata (jsonb)
-- The balance is locked before the lots, as a reserve does it, so the two cannot deadlock.
WITH prior AS (
  SELECT hold_id, amount, posted_after, held_after FROM baseline.journal
  WHERE account_id = $1::bigint AND kind = 'settle' AND key = $4::text
), h AS (
  UPDATE baseline.hold SET status = 'settled', settled = $3::bigint, closed_at = clock_timestamp()
  WHERE hold_id = $2::bigint AND account_id = $1 AND status = 'open' AND expires_at > now()
    AND amount >= $3 AND NOT EXISTS (SELECT FROM prior)
  RETURNING unit, amount, pin_lots, pin_amounts
), b AS (
  UPDATE baseline.balance t
  SET posted = t.posted - $3, held = t.held - h.amount, version = t.version + 1,
    updated_at = greatest(clock_timestamp(), t.updated_at)
  FROM h WHERE t.account_id = $1 AND t.unit = h.unit
  RETURNING t.unit, t.version, t.posted, t.held, t.updated_at, h.amount AS returned, h.pin_lots,
    h.pin_amounts
), burn AS (
  UPDATE baseline.lot l
  SET remaining = l.remaining - greatest(0, least(piece.amount, $3 - piece.before)),
    pinned = l.pinned - piece.amount
  FROM (
    SELECT p.lot_id, p.amount, (sum(p.amount) OVER (ORDER BY p.place) - p.amount)::bigint AS before
    FROM b, unnest(b.pin_lots, b.pin_amounts) WITH ORDINALITY p (lot_id, amount, place)
  ) piece
  WHERE l.lot_id = piece.lot_id
), j AS (
  INSERT INTO baseline.journal (account_id, unit, version, at, kind, key, amount, posted_delta,
    held_delta, posted_after, held_after, hold_id, metadata)
  SELECT $1, b.unit, b.version, b.updated_at, 'settle', $4, $3, -$3, -b.returned, b.posted, b.held,
    $2, $5::jsonb
  FROM b
)
SELECT 'applied', posted, held FROM b
UNION ALL
SELECT CASE WHEN amount = $3 AND hold_id = $2 THEN 'duplicate' ELSE 'key_reused' END, posted_after,
  held_after
FROM prior
