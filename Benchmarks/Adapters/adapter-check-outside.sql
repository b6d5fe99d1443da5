-- A classic mistake: whether there is enough is checked before the lock is taken. The figures stay
-- right, and more is held than there is.

-- name: setup
CREATE SCHEMA adapter_check_outside;
CREATE TABLE adapter_check_outside.wallet (account text PRIMARY KEY, posted bigint, held bigint);
CREATE TABLE adapter_check_outside.hold (key text PRIMARY KEY, amount bigint);

-- name: credit
INSERT INTO adapter_check_outside.wallet VALUES (:account, :amount, 0)
ON CONFLICT (account) DO UPDATE SET posted = wallet.posted + :amount;

-- name: reserve
SELECT posted - held AS available,
  CASE WHEN posted - held < :amount THEN 'insufficient_balance' END AS outcome
FROM adapter_check_outside.wallet WHERE account = :account;
BEGIN;
SELECT 1 FROM adapter_check_outside.wallet WHERE account = :account FOR UPDATE;
UPDATE adapter_check_outside.wallet SET held = held + :amount WHERE account = :account;
INSERT INTO adapter_check_outside.hold VALUES (:key, :amount);
COMMIT;

-- name: settle
BEGIN;
SELECT 1 FROM adapter_check_outside.wallet WHERE account = :account FOR UPDATE;
DELETE FROM adapter_check_outside.hold WHERE key = :subject RETURNING amount AS reserved;
UPDATE adapter_check_outside.wallet SET posted = posted - :amount, held = held - :reserved
WHERE account = :account;
COMMIT;

-- name: release
BEGIN;
SELECT 1 FROM adapter_check_outside.wallet WHERE account = :account FOR UPDATE;
DELETE FROM adapter_check_outside.hold WHERE key = :subject RETURNING amount;
UPDATE adapter_check_outside.wallet SET held = held - :amount WHERE account = :account;
COMMIT;

-- name: balance
SELECT posted, held FROM adapter_check_outside.wallet WHERE account = :account;

-- name: teardown
DROP SCHEMA adapter_check_outside CASCADE;
