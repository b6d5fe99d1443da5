-- 0002 The archive
--
-- Why: journal rows that are old enough go into files (`holdfast archive`). What stays is here: for
-- each stream a checkpoint, which says what it was after its last row that went; of each row that a
-- command may still name, or be answered from, what that takes; and which files there are. A command
-- that is sent again long after is a duplicate as ever.
--
-- Locks: ACCESS EXCLUSIVE on definition_revision, one row, for as long as a column is added that
-- needs no rewriting; else creates only.
-- Safe on a live table: yes. Whoever waits for a lock on definition_revision waits for at most the
-- lock timeout of the migration, which is tried again.
--
-- The rules of 0001 hold here too.

-- Whether rows were ever archived. Every transaction reads this row anyway, and so learns when it has
-- to look in more places than the journal.
ALTER TABLE :"schema".definition_revision ADD COLUMN archived boolean NOT NULL DEFAULT false;

-- What a stream was after its row `version`, up to which its rows were archived; of a meter the
-- posted figure is the pieces of all time. `entry_count` tells how many of them are entries, and
-- `kept_rows` how many are still in the journal, because a lot or a reservation began with them that
-- was live then or is now. `digest` covers all rows up to it, each chained to the one before; `lots` are those that were
-- not over, with what was repaid of the debt; `holds` the open reservations.
CREATE TABLE :"schema".checkpoint (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  at timestamptz NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL,
  debt bigint NOT NULL,
  scheduled bigint NOT NULL,
  overdraft_limit bigint NOT NULL,
  entry_count bigint NOT NULL,
  kept_rows bigint NOT NULL,
  digest uuid NOT NULL,
  lots bytea NOT NULL,
  holds bytea NOT NULL,
  CONSTRAINT checkpoint_by_stream PRIMARY KEY (slot, account_id, stream),
  CONSTRAINT checkpoint_version_from_one CHECK (version >= 1),
  CONSTRAINT checkpoint_posted_within_bounds
    CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT checkpoint_held_within_bounds CHECK (held BETWEEN 0 AND 9007199254740991),
  CONSTRAINT checkpoint_debt_within_bounds CHECK (debt BETWEEN 0 AND 9007199254740991),
  CONSTRAINT checkpoint_scheduled_within_bounds CHECK (scheduled BETWEEN 0 AND 9007199254740991),
  CONSTRAINT checkpoint_overdraft_within_bounds
    CHECK (overdraft_limit BETWEEN 0 AND 9007199254740991),
  CONSTRAINT checkpoint_entry_count_within_version CHECK (entry_count BETWEEN 0 AND version),
  CONSTRAINT checkpoint_kept_rows_within_version CHECK (kept_rows BETWEEN 0 AND version)
);

-- What is kept of archived rows, without any text: all that a command is answered from, closed a
-- reservation, reversed an entry, can be reversed, opened a lot or counted something. `identity` and
-- `subject` are those of the row; `body` is the rest of it.
CREATE TABLE :"schema".archived_key (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  identity uuid,
  subject bigint,
  body bytea NOT NULL,
  CONSTRAINT archived_key_by_version PRIMARY KEY (slot, account_id, stream, version),
  CONSTRAINT archived_key_version_from_one CHECK (version >= 1)
) WITH (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_freeze_min_age = 0
);

-- Without the account, which hardly ever tells more: the same key of the same command in two accounts.
CREATE INDEX archived_key_identity
  ON :"schema".archived_key (slot, identity) WHERE identity IS NOT NULL;

CREATE INDEX archived_key_subject
  ON :"schema".archived_key (slot, account_id, stream, subject) WHERE subject IS NOT NULL;

-- The files, and how much of each is committed: what stands behind `bytes` is not part of it. `tail`
-- is the check of its last line.
CREATE TABLE :"schema".archive_file (
  number integer NOT NULL,
  name text NOT NULL,
  before timestamptz NOT NULL,
  rows bigint NOT NULL,
  bytes bigint NOT NULL,
  tail text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  CONSTRAINT archive_file_by_number PRIMARY KEY (number),
  CONSTRAINT archive_file_number_from_one CHECK (number >= 1),
  CONSTRAINT archive_file_rows_not_negative CHECK (rows >= 0),
  CONSTRAINT archive_file_bytes_not_negative CHECK (bytes >= 0)
);
