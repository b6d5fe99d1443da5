-- 0003 Statistics
--
-- Why: what a tenant consumed and counted in a year must not take a read of a year's journal. Every
-- transaction adds what its rows come to, to the sums of the quarter-hour, the hour and the UTC day
-- that they fall into; a report reads days where it can, and hours and quarters where a boundary of
-- its time zone cuts a day.
--
-- Locks: creates only, in one transaction; waits for nobody and holds nobody up.
-- Safe on a live table: yes, it touches none. A ledger that has rows already is not covered: its
-- reports are computed from the journal until `holdfast rebuild-statistics` has run, which belongs
-- behind the end of the last process of the release before.
--
-- The rules of 0001 hold. `writer` is who adds to a row: each lane of each process has a number of its
-- own and so has each transaction of a caller's own, so that no two transactions wait for one row. The
-- sum over the writers is what counts; rows of past hours are brought together under writer 0. Only a
-- correction makes figures negative that are not so by their nature.
--
-- A figure that would pass 2^63 - 1 stays there, so that no write fails for it; a report that meets
-- such a figure says that it does not fit.

-- Entries that moved the posted figure, by kind and by the item that they were charged for; an empty
-- item is none.
CREATE TABLE :"schema".consumption_rollup (
  slot smallint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  unit text COLLATE "C" NOT NULL,
  seconds integer NOT NULL,
  start_at timestamptz NOT NULL,
  kind text COLLATE "C" NOT NULL,
  item text COLLATE "C" NOT NULL,
  writer bigint NOT NULL,
  spent bigint NOT NULL,
  granted bigint NOT NULL,
  entry_count bigint NOT NULL,
  consumed bigint NOT NULL,
  lapsed bigint NOT NULL,
  voided bigint NOT NULL,
  transferred bigint NOT NULL,
  reversed bigint NOT NULL,
  CONSTRAINT consumption_rollup_by_bucket
    PRIMARY KEY (slot, tenant, unit, seconds, start_at, kind, item, writer),
  CONSTRAINT consumption_rollup_of_quarter_hour_or_day CHECK (seconds IN (900, 3600, 86400))
) WITH (
  fillfactor = 70,
  vacuum_truncate = false,
  autovacuum_vacuum_scale_factor = 0.02
);

CREATE INDEX consumption_rollup_scattered
  ON :"schema".consumption_rollup (slot, start_at) WHERE writer <> 0;

-- Recorded usage, net of what was taken back, at the instant of its record.
CREATE TABLE :"schema".usage_rollup (
  slot smallint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  seconds integer NOT NULL,
  start_at timestamptz NOT NULL,
  item text COLLATE "C" NOT NULL,
  writer bigint NOT NULL,
  amount bigint NOT NULL,
  consumed bigint NOT NULL,
  event_count bigint NOT NULL,
  charged_units bigint NOT NULL,
  CONSTRAINT usage_rollup_by_bucket
    PRIMARY KEY (slot, tenant, seconds, start_at, item, writer),
  CONSTRAINT usage_rollup_of_quarter_hour_or_day CHECK (seconds IN (900, 3600, 86400))
) WITH (
  fillfactor = 70,
  vacuum_truncate = false,
  autovacuum_vacuum_scale_factor = 0.02
);

CREATE INDEX usage_rollup_scattered
  ON :"schema".usage_rollup (slot, start_at) WHERE writer <> 0;

-- The tenants whose sums have all rows of the journal in them; an empty name stands for all tenants.
CREATE TABLE :"schema".statistics_coverage (
  tenant text COLLATE "C" NOT NULL,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  CONSTRAINT statistics_coverage_by_tenant PRIMARY KEY (tenant),
  CONSTRAINT statistics_coverage_tenant_at_most_255_bytes
    CHECK (pg_catalog.octet_length(tenant) <= 255)
);

-- How often the sums of a slot were rebuilt; a row that two of them cannot raise at one time.
CREATE TABLE :"schema".statistics_rebuild (
  slot smallint NOT NULL,
  runs bigint NOT NULL,
  CONSTRAINT statistics_rebuild_by_slot PRIMARY KEY (slot)
);

INSERT INTO :"schema".statistics_coverage (tenant)
SELECT '' WHERE NOT EXISTS (SELECT FROM :"schema".account);
