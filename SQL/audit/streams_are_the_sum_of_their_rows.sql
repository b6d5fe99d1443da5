-- What a stream has posted and holds is the sum of what its rows changed.
SELECT stream.slot, stream.account_id, stream.stream, stream.posted, stream.held
FROM :"schema".stream
LEFT JOIN (
  SELECT slot, account_id, stream, sum(posted_delta) AS posted, sum(held_delta) AS held
  FROM :"schema".journal
  GROUP BY slot, account_id, stream
) AS sum USING (slot, account_id, stream)
WHERE stream.posted <> coalesce(sum.posted, 0)
  OR stream.held <> coalesce(sum.held, 0);
