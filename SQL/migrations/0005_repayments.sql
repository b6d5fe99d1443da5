-- 0005 Repayments
--
-- Why: a charge may be reversed at any time, and then the lots that repaid its debt get back what they
-- gave, the latest first. All of that stood in the row of the balance, for ever, and every transaction
-- wrote it anew. The latest stand there still; the others stand here, and are read when a reversal
-- comes to them.
--
-- Locks: creates only, in one transaction; waits for nobody and holds nobody up.
-- Safe on a live table: yes, it touches none. A process of the release before goes on, but for balances
-- that have rows here: it cannot read those and refuses to work on them.
--
-- The rules of 0001 hold here too.

-- A block of repayments: of a balance that has as many blocks as its stream says, numbered 1, 2, 3, …,
-- the earliest first. A block with a higher number was taken back, and waits to be written over.
CREATE TABLE :"schema".repayment (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  block bigint NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT repayment_by_block PRIMARY KEY (slot, account_id, stream, block),
  CONSTRAINT repayment_block_from_one CHECK (block >= 1)
);
