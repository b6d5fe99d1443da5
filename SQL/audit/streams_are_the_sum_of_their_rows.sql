-- What a stream has posted and holds is what its checkpoint has and the sum of what its rows changed
-- since.
SELECT stream.slot, stream.account_id, stream.stream, stream.posted, stream.held
FROM :"schema".stream
LEFT JOIN :"schema".checkpoint USING (slot, account_id, stream)
LEFT JOIN (
  SELECT slot, account_id, stream, sum(posted_delta) AS posted, sum(held_delta) AS held
  FROM :"schema".journal
  LEFT JOIN :"schema".checkpoint USING (slot, account_id, stream)
  WHERE journal.version > coalesce(checkpoint.version, 0)
  GROUP BY slot, account_id, stream
) AS sum USING (slot, account_id, stream)
WHERE stream.posted <> coalesce(checkpoint.posted, 0) + coalesce(sum.posted, 0)
  OR stream.held <> coalesce(checkpoint.held, 0) + coalesce(sum.held, 0);
