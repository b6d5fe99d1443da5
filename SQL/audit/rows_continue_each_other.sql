-- The figures after a row are those after the row before it and its deltas, and instants never run
-- backwards.
SELECT slot, account_id, stream, version
FROM (
  SELECT
    slot, account_id, stream, version, at, posted_delta, held_delta, posted_after, held_after,
    lag(posted_after, 1, 0::bigint) OVER by_version AS posted_before,
    lag(held_after, 1, 0::bigint) OVER by_version AS held_before,
    lag(at) OVER by_version AS at_before
  FROM :"schema".journal
  WINDOW by_version AS (PARTITION BY slot, account_id, stream ORDER BY version)
) AS row
WHERE posted_after <> posted_before + posted_delta
  OR held_after <> held_before + held_delta
  OR at < at_before;
