-- A stream has the version, the instant and the figures of its last row, or of its checkpoint when that
-- was the last; without rows, none.
SELECT stream.slot, stream.account_id, stream.stream, stream.version, last.version AS last_version
FROM :"schema".stream
LEFT JOIN (
  SELECT DISTINCT ON (slot, account_id, stream)
    slot, account_id, stream, version, at, posted_after, held_after
  FROM (
    SELECT slot, account_id, stream, version, at, posted_after, held_after FROM :"schema".journal
    UNION ALL
    SELECT slot, account_id, stream, version, at, posted, held FROM :"schema".checkpoint
  ) AS row
  ORDER BY slot, account_id, stream, version DESC
) AS last USING (slot, account_id, stream)
WHERE stream.version <> coalesce(last.version, 0)
  OR stream.posted <> coalesce(last.posted_after, 0)
  OR stream.held <> coalesce(last.held_after, 0)
  OR stream.last_at <> last.at;
