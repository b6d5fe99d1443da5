-- The versions of a stream are 1, 2, 3, …; none is missing.
SELECT slot, account_id, stream, version, previous
FROM (
  SELECT
    slot, account_id, stream, version,
    lag(version, 1, 0::bigint) OVER by_version AS previous
  FROM :"schema".journal
  WINDOW by_version AS (PARTITION BY slot, account_id, stream ORDER BY version)
) AS row
WHERE version <> previous + 1;
