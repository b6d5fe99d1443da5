-- What a stream holds is the sum of its open reservations, and it knows how many they are.
SELECT stream.slot, stream.account_id, stream.stream, stream.held, stream.open_holds
FROM :"schema".stream
LEFT JOIN (
  SELECT slot, account_id, stream, sum(remaining) AS held, count(*) AS open_holds
  FROM :"schema".hold
  GROUP BY slot, account_id, stream
) AS open USING (slot, account_id, stream)
WHERE stream.held <> coalesce(open.held, 0)
  OR stream.open_holds <> coalesce(open.open_holds, 0);
