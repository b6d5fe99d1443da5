-- Every row belongs to one that exists: what foreign keys would say, did they cost nothing. The row
-- that opened a lot or counted usage may be archived; what is kept of it is there.
SELECT 'stream without account' AS what, slot, account_id, stream, NULL::bigint AS version
FROM :"schema".stream
LEFT JOIN :"schema".account USING (slot, account_id)
WHERE account.name IS NULL
UNION ALL
SELECT 'row without stream', slot, account_id, stream, journal.version
FROM :"schema".journal
LEFT JOIN :"schema".stream USING (slot, account_id, stream)
WHERE stream.version IS NULL
UNION ALL
SELECT 'hold without row', slot, account_id, stream, version
FROM :"schema".hold
LEFT JOIN :"schema".journal USING (slot, account_id, stream, version)
WHERE journal.at IS NULL
UNION ALL
SELECT 'lot without row', slot, account_id, stream, version
FROM :"schema".lot
LEFT JOIN :"schema".journal USING (slot, account_id, stream, version)
LEFT JOIN :"schema".archived_key USING (slot, account_id, stream, version)
WHERE journal.at IS NULL AND archived_key.body IS NULL
UNION ALL
SELECT 'usage record without row', slot, account_id, stream, version
FROM :"schema".usage_record
LEFT JOIN :"schema".journal USING (slot, account_id, stream, version)
LEFT JOIN :"schema".archived_key USING (slot, account_id, stream, version)
WHERE journal.at IS NULL AND archived_key.body IS NULL
UNION ALL
SELECT 'repayment without stream', slot, account_id, stream, block
FROM :"schema".repayment
LEFT JOIN :"schema".stream USING (slot, account_id, stream)
WHERE stream.version IS NULL
UNION ALL
SELECT 'checkpoint without stream', slot, account_id, stream, checkpoint.version
FROM :"schema".checkpoint
LEFT JOIN :"schema".stream USING (slot, account_id, stream)
WHERE stream.version IS NULL OR stream.version < checkpoint.version
UNION ALL
SELECT 'override without account', slot, account_id, NULL, NULL
FROM :"schema".usage_override
LEFT JOIN :"schema".account USING (slot, account_id)
WHERE account.name IS NULL;
