-- A classic mistake: the balance stands in the newest row of a ledger, and that row is locked. Who waits
-- for the lock gets the row that was newest before, which is unchanged, and continues from it: an update
-- is lost.

-- name: setup
CREATE SCHEMA adapter_newest_row;
CREATE TABLE adapter_newest_row.ledger (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account text NOT NULL, posted bigint NOT NULL, held bigint NOT NULL
);
CREATE INDEX ledger_newest ON adapter_newest_row.ledger (account, id DESC);
CREATE TABLE adapter_newest_row.hold (key text PRIMARY KEY, amount bigint NOT NULL);

-- name: credit
INSERT INTO adapter_newest_row.ledger (account, posted, held)
SELECT :account, coalesce(max(posted), 0) + :amount, coalesce(max(held), 0)
FROM (
  SELECT posted, held FROM adapter_newest_row.ledger WHERE account = :account
  ORDER BY id DESC LIMIT 1
) newest;

-- name: reserve
BEGIN;
SELECT posted, held, posted - held AS available,
  CASE WHEN posted - held < :amount THEN 'insufficient_balance' END AS outcome
FROM adapter_newest_row.ledger WHERE account = :account ORDER BY id DESC LIMIT 1 FOR UPDATE;
INSERT INTO adapter_newest_row.ledger (account, posted, held)
VALUES (:account, :posted, :held + :amount);
INSERT INTO adapter_newest_row.hold VALUES (:key, :amount);
COMMIT;

-- name: settle
BEGIN;
SELECT posted, held FROM adapter_newest_row.ledger WHERE account = :account
ORDER BY id DESC LIMIT 1 FOR UPDATE;
DELETE FROM adapter_newest_row.hold WHERE key = :subject RETURNING amount AS reserved;
INSERT INTO adapter_newest_row.ledger (account, posted, held)
VALUES (:account, :posted - :amount, :held - :reserved);
COMMIT;

-- name: release
BEGIN;
SELECT posted, held FROM adapter_newest_row.ledger WHERE account = :account
ORDER BY id DESC LIMIT 1 FOR UPDATE;
DELETE FROM adapter_newest_row.hold WHERE key = :subject RETURNING amount;
INSERT INTO adapter_newest_row.ledger (account, posted, held)
VALUES (:account, :posted, :held - :amount);
COMMIT;

-- name: balance
SELECT posted, held FROM adapter_newest_row.ledger WHERE account = :account
ORDER BY id DESC LIMIT 1;

-- name: teardown
DROP SCHEMA adapter_newest_row CASCADE;
