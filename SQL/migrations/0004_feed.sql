-- 0004 The order of the feed
--
-- Why: the feed shows the transactions between two snapshots in an order in which each stream's rows
-- come as they were numbered. The server's clock gave that order until somebody set it back. The place
-- in the write-ahead log never goes back: a transaction takes it behind the locks on its streams, so
-- the next one that gets these locks takes a later one, on this server or on the one that follows it.
--
-- Locks: ACCESS EXCLUSIVE on feed, for as long as a column is added that needs no rewriting.
-- Safe on a live table: yes. Processes of the release before go on writing rows, which get their place
-- by the default. Rows from before have none and come first, by the clock.
ALTER TABLE :"schema".feed ADD COLUMN place pg_lsn NOT NULL DEFAULT '0/0';

ALTER TABLE :"schema".feed
  ALTER COLUMN place SET DEFAULT pg_catalog.pg_current_wal_insert_lsn();
