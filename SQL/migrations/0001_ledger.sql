-- 0001 The ledger
--
-- Why: everything that the ledger keeps. A stream is one balance or one metered item of an account;
-- each of its transitions is one row of `journal`, which is also the record that makes a retry
-- harmless. `stream` has the figures after the last row, `hold` what is reserved at present, `lot`
-- and `usage_record` what was ever granted and counted.
--
-- Locks: creates only, in one transaction; waits for nobody and holds nobody up.
-- Safe on a live table: yes, it touches none.
--
-- Rules of this schema:
-- * `slot` is the first column of every table that grows, and leads each of their keys: a statement
--   that names one slot stays on one node of a cluster. Tables without it are small and are read
--   whole.
-- * No foreign keys, triggers, sequences or partitions: they cost more than half of what a batch
--   costs, and the rules have one implementation, which is not here. The CHECKs repeat its
--   invariants; SQL/audit holds what a foreign key would have said.
-- * Amounts are within ±(2^53 − 1) = ±9007199254740991, so that every JSON reader sees them exactly.
-- * Names of the caller's are compared by their bytes, so they collate by them.
-- * Constraints are named after their rule, keys after what a row of the table is found by.
--
-- The file also runs in psql: CREATE SCHEMA first, then psql -v schema=NAME -f FILE.

-- What was applied, and the checksum of its text then.
CREATE TABLE :"schema".migration (
  number integer NOT NULL,
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT pg_catalog.now(),
  CONSTRAINT migration_by_number PRIMARY KEY (number),
  CONSTRAINT migration_number_from_one CHECK (number >= 1),
  CONSTRAINT migration_checksum_is_128_bits CHECK (checksum ~ '^[0-9a-f]{32}$')
);

-- What was decided when the schema was made, and holds for as long as it lives: all account ids and
-- fingerprints are made with this key, and all rows stand in these slots.
CREATE TABLE :"schema".installation (
  id smallint NOT NULL DEFAULT 1,
  slots smallint NOT NULL,
  hash_key_first bigint NOT NULL,
  hash_key_second bigint NOT NULL,
  CONSTRAINT installation_by_id PRIMARY KEY (id),
  CONSTRAINT installation_is_one_row CHECK (id = 1),
  CONSTRAINT installation_slots_1_to_64 CHECK (slots BETWEEN 1 AND 64)
);

-- One row for each slot, so that INSERT … SELECT has a table to name its slot by.
CREATE TABLE :"schema".slot (
  slot smallint NOT NULL,
  CONSTRAINT slot_by_number PRIMARY KEY (slot),
  CONSTRAINT slot_number_0_to_63 CHECK (slot BETWEEN 0 AND 63)
);

-- The only place where the names of tenants and accounts stand. An empty name was erased.
CREATE TABLE :"schema".account (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT account_by_id PRIMARY KEY (slot, account_id),
  CONSTRAINT account_tenant_1_to_255_bytes
    CHECK (pg_catalog.octet_length(tenant) BETWEEN 1 AND 255),
  CONSTRAINT account_name_at_most_255_bytes
    CHECK (pg_catalog.octet_length(name) <= 255)
);

-- A balance (kind 1) or a metered item (kind 2): the figures after its last journal row, and in
-- `state` the live lots of a balance or the counters of a meter. An account's streams are numbered
-- 0, 1, 2, … as they are made; `streams` of number 0 tells how many there are. The posted figure of
-- a meter is the pieces of all time. `next_due_at` is never later than the next due instant; NULL
-- means that nothing is due by itself.
--
-- Half of each page stays free and no index but the key exists, so that every update is HOT. Vacuum
-- comes early and never gives pages back, which would stop the writers.
CREATE TABLE :"schema".stream (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  streams smallint NOT NULL,
  kind smallint NOT NULL,
  name text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  last_at timestamptz NOT NULL,
  posted bigint NOT NULL,
  held bigint NOT NULL,
  debt bigint NOT NULL,
  scheduled bigint NOT NULL,
  overdraft_limit bigint NOT NULL,
  open_holds integer NOT NULL,
  entry_count bigint NOT NULL,
  next_due_at timestamptz,
  state bytea NOT NULL,
  CONSTRAINT stream_by_number PRIMARY KEY (slot, account_id, stream),
  CONSTRAINT stream_number_not_negative CHECK (stream >= 0),
  CONSTRAINT stream_first_counts_all CHECK (stream > 0 OR streams > 0),
  CONSTRAINT stream_kind_is_balance_or_meter CHECK (kind BETWEEN 1 AND 2),
  CONSTRAINT stream_name_1_to_255_bytes CHECK (pg_catalog.octet_length(name) BETWEEN 1 AND 255),
  CONSTRAINT stream_version_not_negative CHECK (version >= 0),
  CONSTRAINT stream_posted_within_bounds
    CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT stream_held_within_bounds CHECK (held BETWEEN 0 AND 9007199254740991),
  CONSTRAINT stream_debt_within_bounds CHECK (debt BETWEEN 0 AND 9007199254740991),
  CONSTRAINT stream_scheduled_within_bounds CHECK (scheduled BETWEEN 0 AND 9007199254740991),
  CONSTRAINT stream_overdraft_within_bounds
    CHECK (overdraft_limit BETWEEN 0 AND 9007199254740991),
  CONSTRAINT stream_open_holds_not_negative CHECK (open_holds >= 0),
  CONSTRAINT stream_entry_count_not_negative CHECK (entry_count >= 0),
  CONSTRAINT stream_meter_holds_no_credit
    CHECK (kind = 1 OR held | debt | scheduled | overdraft_limit | open_holds = 0)
) WITH (
  fillfactor = 50,
  vacuum_truncate = false,
  autovacuum_vacuum_scale_factor = 0.05,
  autovacuum_analyze_scale_factor = 0.2
);

-- One row for each transition of a stream; never changed. `subject` is the version acted upon, in
-- rows that close a reservation and in reversals. `identity` is the digest of command and key, in
-- the row a command is answered from. The caller's texts stand in columns of their own and nowhere
-- else, so that an account can be made to forget them.
--
-- Rows arrive at the right edge of their stream and stay, so vacuum only has to freeze them, early
-- and in small portions instead of everything at once years later.
CREATE TABLE :"schema".journal (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  at timestamptz NOT NULL,
  event smallint NOT NULL,
  posted_delta bigint NOT NULL,
  held_delta bigint NOT NULL,
  posted_after bigint NOT NULL,
  held_after bigint NOT NULL,
  subject bigint,
  identity uuid,
  key text COLLATE "C",
  description text,
  reference_type text COLLATE "C",
  reference_id text COLLATE "C",
  metadata json,
  body bytea NOT NULL,
  CONSTRAINT journal_by_version PRIMARY KEY (slot, account_id, stream, version),
  CONSTRAINT journal_version_from_one CHECK (version >= 1),
  CONSTRAINT journal_event_from_one CHECK (event >= 1),
  CONSTRAINT journal_posted_within_bounds
    CHECK (posted_after BETWEEN -9007199254740991 AND 9007199254740991),
  CONSTRAINT journal_held_within_bounds CHECK (held_after BETWEEN 0 AND 9007199254740991),
  CONSTRAINT journal_subject_is_earlier CHECK (subject BETWEEN 1 AND version - 1),
  CONSTRAINT journal_key_1_to_260_bytes CHECK (pg_catalog.octet_length(key) BETWEEN 1 AND 260),
  CONSTRAINT journal_description_at_most_1024_bytes
    CHECK (pg_catalog.octet_length(description) <= 1024),
  CONSTRAINT journal_reference_whole
    CHECK ((reference_type IS NULL) = (reference_id IS NULL)),
  CONSTRAINT journal_reference_type_1_to_255_bytes
    CHECK (pg_catalog.octet_length(reference_type) BETWEEN 1 AND 255),
  CONSTRAINT journal_reference_id_1_to_255_bytes
    CHECK (pg_catalog.octet_length(reference_id) BETWEEN 1 AND 255)
) WITH (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_freeze_min_age = 0,
  autovacuum_analyze_scale_factor = 0.02
);

CREATE UNIQUE INDEX journal_identity
  ON :"schema".journal (slot, identity, account_id) WHERE identity IS NOT NULL;

CREATE INDEX journal_subject
  ON :"schema".journal (slot, account_id, stream, subject) WHERE subject IS NOT NULL;

-- The open reservations; a row goes when its reservation closes. The table is small and turns over
-- all the time, so vacuum counts rows, not a share of them, works without pauses, and never gives
-- pages back, which would stop the writers.
CREATE TABLE :"schema".hold (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  lapses_at timestamptz NOT NULL,
  remaining bigint NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT hold_by_reservation PRIMARY KEY (slot, account_id, version, stream),
  CONSTRAINT hold_version_from_one CHECK (version >= 1),
  CONSTRAINT hold_remaining_within_bounds CHECK (remaining BETWEEN 0 AND 9007199254740991)
) WITH (
  fillfactor = 70,
  vacuum_truncate = false,
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 50000
);

-- For finding what is due anywhere in a slot. The condition is true of every row: a statement that
-- does not repeat it cannot be planned with this index, which would read every hold of the slot where
-- one is meant.
CREATE INDEX hold_due ON :"schema".hold (slot, lapses_at) WHERE lapses_at > '-infinity';

-- Every lot that was ever opened. Written when a lot opens, changes terms, is used up or comes back;
-- what remains of a live one stands in the state of its stream.
CREATE TABLE :"schema".lot (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  due_at timestamptz,
  body bytea NOT NULL,
  CONSTRAINT lot_by_opening PRIMARY KEY (slot, account_id, stream, version),
  CONSTRAINT lot_version_from_one CHECK (version >= 1)
) WITH (
  fillfactor = 90,
  autovacuum_vacuum_scale_factor = 0.05
);

CREATE INDEX lot_due ON :"schema".lot (slot, due_at) WHERE due_at IS NOT NULL;

-- What was counted, by the row that counted it, and how much of it was taken back.
CREATE TABLE :"schema".usage_record (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  stream smallint NOT NULL,
  version bigint NOT NULL,
  at timestamptz NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT usage_record_by_version PRIMARY KEY (slot, account_id, stream, version),
  CONSTRAINT usage_record_version_from_one CHECK (version >= 1)
) WITH (
  autovacuum_vacuum_insert_scale_factor = 0.05
);

-- The groups that had an effect, so that a repeated one is known although its members may be spread.
CREATE TABLE :"schema".group_key (
  slot smallint NOT NULL,
  group_id uuid NOT NULL,
  fingerprint uuid NOT NULL,
  CONSTRAINT group_key_by_id PRIMARY KEY (slot, group_id)
);

-- One row for each transaction and slot: which versions of which streams it wrote.
CREATE TABLE :"schema".feed (
  slot smallint NOT NULL,
  xid xid8 NOT NULL,
  at timestamptz NOT NULL,
  ranges bytea NOT NULL,
  CONSTRAINT feed_by_transaction PRIMARY KEY (slot, xid)
);

-- The definitions. Items have revisions, and a journal row names the one that decided.
CREATE TABLE :"schema".unit_definition (
  tenant text COLLATE "C" NOT NULL,
  unit text COLLATE "C" NOT NULL,
  body json NOT NULL,
  CONSTRAINT unit_definition_by_name PRIMARY KEY (tenant, unit),
  CONSTRAINT unit_definition_tenant_1_to_255_bytes
    CHECK (pg_catalog.octet_length(tenant) BETWEEN 1 AND 255),
  CONSTRAINT unit_definition_unit_1_to_255_bytes
    CHECK (pg_catalog.octet_length(unit) BETWEEN 1 AND 255)
);

CREATE TABLE :"schema".usage_item (
  tenant text COLLATE "C" NOT NULL,
  item text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  body json NOT NULL,
  CONSTRAINT usage_item_by_revision PRIMARY KEY (tenant, item, revision),
  CONSTRAINT usage_item_revision_from_one CHECK (revision >= 1),
  CONSTRAINT usage_item_tenant_1_to_255_bytes
    CHECK (pg_catalog.octet_length(tenant) BETWEEN 1 AND 255),
  CONSTRAINT usage_item_item_1_to_255_bytes
    CHECK (pg_catalog.octet_length(item) BETWEEN 1 AND 255)
);

-- An account's own limits of an item; NULL returns it to the item's.
CREATE TABLE :"schema".usage_override (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  item text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  limits json,
  CONSTRAINT usage_override_by_revision PRIMARY KEY (slot, account_id, item, revision),
  CONSTRAINT usage_override_revision_from_one CHECK (revision >= 1),
  CONSTRAINT usage_override_item_1_to_255_bytes
    CHECK (pg_catalog.octet_length(item) BETWEEN 1 AND 255)
);

-- Which accounts were made to forget the texts of their callers, when, and by which role. Written
-- before the texts go, so that one that was interrupted is known too.
CREATE TABLE :"schema".erasure (
  slot smallint NOT NULL,
  account_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  by text NOT NULL DEFAULT session_user,
  CONSTRAINT erasure_by_account PRIMARY KEY (slot, account_id, at)
);

-- Raised with every change of a definition, so that processes notice the changes of others; and with
-- every erasure, so that they forget the name.
CREATE TABLE :"schema".definition_revision (
  id smallint NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT definition_revision_by_id PRIMARY KEY (id),
  CONSTRAINT definition_revision_is_one_row CHECK (id = 1),
  CONSTRAINT definition_revision_not_negative CHECK (revision >= 0)
);

INSERT INTO :"schema".definition_revision (id, revision) VALUES (1, 0);

-- For people. What is due and not yet written is not in these figures; the library's reads have it.
CREATE VIEW :"schema".balance AS
SELECT
  account.tenant,
  account.name AS account,
  stream.name AS unit,
  stream.posted - stream.held + stream.overdraft_limit AS available,
  stream.posted,
  stream.held,
  stream.debt,
  stream.scheduled,
  stream.overdraft_limit,
  stream.open_holds,
  stream.entry_count,
  stream.version,
  stream.last_at,
  stream.next_due_at,
  stream.slot,
  stream.account_id,
  stream.stream
FROM :"schema".stream
JOIN :"schema".account
  ON account.slot = stream.slot AND account.account_id = stream.account_id
WHERE stream.kind = 1;

CREATE VIEW :"schema".meter AS
SELECT
  account.tenant,
  account.name AS account,
  stream.name AS item,
  stream.posted AS lifetime,
  stream.version,
  stream.last_at,
  stream.slot,
  stream.account_id,
  stream.stream
FROM :"schema".stream
JOIN :"schema".account
  ON account.slot = stream.slot AND account.account_id = stream.account_id
WHERE stream.kind = 2;
