-- The versions of a stream are 1, 2, 3, …, or go on behind its checkpoint; none is missing.
SELECT slot, account_id, stream, version, previous
FROM (
  SELECT
    slot, account_id, stream, journal.version,
    lag(journal.version, 1, coalesce(checkpoint.version, 0::bigint)) OVER by_version AS previous
  FROM :"schema".journal
  LEFT JOIN :"schema".checkpoint USING (slot, account_id, stream)
  WHERE journal.version > coalesce(checkpoint.version, 0)
  WINDOW by_version AS (PARTITION BY slot, account_id, stream ORDER BY journal.version)
) AS row
WHERE version <> previous + 1;
