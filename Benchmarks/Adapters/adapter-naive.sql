-- An adapter for `holdfast stress --adapter`: SELECT, decide, then UPDATE with the figure computed from
-- what was read, as an application does that was tried by one user at a time. It oversells and loses
-- updates: `holdfast stress --store throwaway --shape hot --adapter …` says so within a second.

-- name: setup
CREATE SCHEMA adapter_naive;
CREATE TABLE adapter_naive.wallet (account text PRIMARY KEY, posted bigint, held bigint);
CREATE TABLE adapter_naive.hold (key text PRIMARY KEY, amount bigint);

-- name: credit
INSERT INTO adapter_naive.wallet VALUES (:account, :amount, 0)
ON CONFLICT (account) DO UPDATE SET posted = wallet.posted + :amount;

-- name: reserve
SELECT held, posted - held AS available,
  CASE WHEN posted - held < :amount THEN 'insufficient_balance' END AS outcome
FROM adapter_naive.wallet WHERE account = :account;
UPDATE adapter_naive.wallet SET held = :held + :amount WHERE account = :account;
INSERT INTO adapter_naive.hold VALUES (:key, :amount);

-- name: settle
SELECT h.amount AS reserved, w.posted, w.held
FROM adapter_naive.hold h, adapter_naive.wallet w
WHERE h.key = :subject AND w.account = :account;
UPDATE adapter_naive.wallet SET posted = :posted - :amount, held = :held - :reserved
WHERE account = :account;
DELETE FROM adapter_naive.hold WHERE key = :subject;

-- name: release
SELECT h.amount, w.held FROM adapter_naive.hold h, adapter_naive.wallet w
WHERE h.key = :subject AND w.account = :account;
UPDATE adapter_naive.wallet SET held = :held - :amount WHERE account = :account;
DELETE FROM adapter_naive.hold WHERE key = :subject;

-- name: balance
SELECT posted, held FROM adapter_naive.wallet WHERE account = :account;

-- name: teardown
DROP SCHEMA adapter_naive CASCADE;
