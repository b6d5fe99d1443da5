-- Nothing that a stream waits for is due before its next due instant, or it would be overlooked.
SELECT slot, account_id, stream, stream.next_due_at, due.at
FROM :"schema".stream
JOIN (
  SELECT slot, account_id, stream, lapses_at AS at FROM :"schema".hold
  UNION ALL
  SELECT slot, account_id, stream, due_at FROM :"schema".lot WHERE due_at IS NOT NULL
) AS due USING (slot, account_id, stream)
WHERE stream.next_due_at IS NULL OR due.at < stream.next_due_at;
