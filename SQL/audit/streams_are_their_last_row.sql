-- A stream has the version, the instant and the figures of its last row; without rows, none.
SELECT stream.slot, stream.account_id, stream.stream, stream.version, last.version AS last_version
FROM :"schema".stream
LEFT JOIN (
  SELECT DISTINCT ON (slot, account_id, stream)
    slot, account_id, stream, version, at, posted_after, held_after
  FROM :"schema".journal
  ORDER BY slot, account_id, stream, version DESC
) AS last USING (slot, account_id, stream)
WHERE stream.version <> coalesce(last.version, 0)
  OR stream.posted <> coalesce(last.posted_after, 0)
  OR stream.held <> coalesce(last.held_after, 0)
  OR stream.last_at <> last.at;
