-- A classic mistake: what has expired is given back by a sub-query within the UPDATE. In READ COMMITTED
-- the UPDATE waits for the row and then sees its new figures, while the sub-query still sees the holds
-- as they were when the statement began: what another session gave back meanwhile is given back again.

-- name: setup
CREATE SCHEMA adapter_expiry_twice;
CREATE TABLE adapter_expiry_twice.wallet (account text PRIMARY KEY, posted bigint, held bigint);
CREATE TABLE adapter_expiry_twice.hold (
  key text PRIMARY KEY, account text, amount bigint, expires_at timestamptz
);
CREATE INDEX hold_of_account ON adapter_expiry_twice.hold (account);

-- name: credit
INSERT INTO adapter_expiry_twice.wallet VALUES (:account, :amount, 0)
ON CONFLICT (account) DO UPDATE SET posted = wallet.posted + :amount;

-- name: reserve
BEGIN;
UPDATE adapter_expiry_twice.wallet w SET held = held - (
  SELECT coalesce(sum(h.amount), 0) FROM adapter_expiry_twice.hold h
  WHERE h.account = w.account AND h.expires_at <= now()
) WHERE account = :account;
DELETE FROM adapter_expiry_twice.hold WHERE account = :account AND expires_at <= now();
SELECT posted - held AS available,
  CASE WHEN posted - held < :amount THEN 'insufficient_balance' END AS outcome
FROM adapter_expiry_twice.wallet WHERE account = :account;
UPDATE adapter_expiry_twice.wallet SET held = held + :amount WHERE account = :account;
INSERT INTO adapter_expiry_twice.hold
VALUES (:key, :account, :amount, now() + :seconds * interval '1 second');
COMMIT;

-- name: settle
BEGIN;
SELECT 1 AS locked FROM adapter_expiry_twice.wallet WHERE account = :account FOR UPDATE;
WITH closed AS (
  DELETE FROM adapter_expiry_twice.hold WHERE key = :subject RETURNING amount
), charged AS (
  UPDATE adapter_expiry_twice.wallet w SET posted = posted - :amount, held = held - closed.amount
  FROM closed WHERE w.account = :account
)
SELECT CASE WHEN NOT EXISTS (SELECT FROM closed) THEN 'reservation_expired' END AS outcome;
COMMIT;

-- name: release
BEGIN;
SELECT 1 AS locked FROM adapter_expiry_twice.wallet WHERE account = :account FOR UPDATE;
WITH closed AS (
  DELETE FROM adapter_expiry_twice.hold WHERE key = :subject RETURNING amount
), returned AS (
  UPDATE adapter_expiry_twice.wallet w SET held = held - closed.amount
  FROM closed WHERE w.account = :account
)
SELECT coalesce(sum(amount), 0)::bigint AS amount FROM closed;
COMMIT;

-- name: balance
SELECT posted, held FROM adapter_expiry_twice.wallet WHERE account = :account;

-- name: teardown
DROP SCHEMA adapter_expiry_twice CASCADE;
