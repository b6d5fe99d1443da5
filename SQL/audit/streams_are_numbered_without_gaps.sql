-- The streams of an account are numbered 0, 1, 2, …, and the first knows how many they are.
SELECT slot, account_id, count(*) AS streams
FROM :"schema".stream
GROUP BY slot, account_id
HAVING count(*) <> max(stream) + 1
  OR count(*) <> coalesce(max(streams) FILTER (WHERE stream = 0), 0);
