-- The figures after a row are those after the row before it, or at the checkpoint, and its deltas; and
-- instants never run backwards.
SELECT slot, account_id, stream, version
FROM (
  SELECT
    slot, account_id, stream, journal.version, journal.at, posted_delta, held_delta, posted_after,
    held_after,
    lag(posted_after, 1, coalesce(checkpoint.posted, 0::bigint)) OVER by_version AS posted_before,
    lag(held_after, 1, coalesce(checkpoint.held, 0::bigint)) OVER by_version AS held_before,
    coalesce(lag(journal.at) OVER by_version, checkpoint.at) AS at_before
  FROM :"schema".journal
  LEFT JOIN :"schema".checkpoint USING (slot, account_id, stream)
  WHERE journal.version > coalesce(checkpoint.version, 0)
  WINDOW by_version AS (PARTITION BY slot, account_id, stream ORDER BY journal.version)
) AS row
WHERE posted_after <> posted_before + posted_delta
  OR held_after <> held_before + held_delta
  OR at < at_before;
