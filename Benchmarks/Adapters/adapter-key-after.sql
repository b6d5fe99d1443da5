-- A classic mistake: the key of a call is looked up after its work is done, in another transaction.
-- What is asked again at the same time, or after a crash, is done again.

-- name: setup
CREATE SCHEMA adapter_key_after;
CREATE TABLE adapter_key_after.wallet (account text PRIMARY KEY, posted bigint, held bigint);
CREATE TABLE adapter_key_after.hold (account text, key text, amount bigint);
CREATE TABLE adapter_key_after.done (word text, key text, PRIMARY KEY (word, key));

-- name: credit
INSERT INTO adapter_key_after.wallet VALUES (:account, :amount, 0)
ON CONFLICT (account) DO UPDATE SET posted = wallet.posted + :amount;
INSERT INTO adapter_key_after.done VALUES ('credit', :key) ON CONFLICT DO NOTHING
RETURNING 'applied' AS outcome;

-- name: reserve
WITH taken AS (
  UPDATE adapter_key_after.wallet SET held = held + :amount
  WHERE account = :account AND posted - held >= :amount RETURNING 1
), kept AS (
  INSERT INTO adapter_key_after.hold SELECT :account, :key, :amount FROM taken
)
SELECT CASE WHEN NOT EXISTS (SELECT FROM taken) THEN 'insufficient_balance' END AS outcome;
INSERT INTO adapter_key_after.done VALUES ('reserve', :key) ON CONFLICT DO NOTHING
RETURNING 'applied' AS outcome;

-- name: settle
WITH closed AS (
  DELETE FROM adapter_key_after.hold WHERE account = :account AND key = :subject RETURNING amount
), sums AS (SELECT sum(amount) AS reserved FROM closed), charged AS (
  UPDATE adapter_key_after.wallet SET posted = posted - :amount, held = held - sums.reserved
  FROM sums WHERE account = :account AND sums.reserved IS NOT NULL RETURNING 1
)
SELECT CASE WHEN NOT EXISTS (SELECT FROM charged) THEN 'reservation_closed' END AS outcome;
INSERT INTO adapter_key_after.done VALUES ('settle', :key) ON CONFLICT DO NOTHING
RETURNING 'applied' AS outcome;

-- name: release
WITH closed AS (
  DELETE FROM adapter_key_after.hold WHERE account = :account AND key = :subject RETURNING amount
), sums AS (SELECT coalesce(sum(amount), 0)::bigint AS amount FROM closed), returned AS (
  UPDATE adapter_key_after.wallet SET held = held - sums.amount FROM sums
  WHERE account = :account
)
SELECT amount FROM sums;

-- name: balance
SELECT posted, held FROM adapter_key_after.wallet WHERE account = :account;

-- name: teardown
DROP SCHEMA adapter_key_after CASCADE;
