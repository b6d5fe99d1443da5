-- What is kept of an archived row lies behind the checkpoint of its stream and is not in the journal,
-- and as many rows behind it are there as it says. Where rows were archived, every transaction knows.
SELECT 'ahead' AS what, slot, account_id, stream, archived_key.version
FROM :"schema".archived_key
LEFT JOIN :"schema".checkpoint USING (slot, account_id, stream)
WHERE archived_key.version > coalesce(checkpoint.version, 0)
UNION ALL
SELECT 'twice', slot, account_id, stream, version
FROM :"schema".archived_key
JOIN :"schema".journal USING (slot, account_id, stream, version)
UNION ALL
SELECT 'kept rows', checkpoint.slot, checkpoint.account_id, checkpoint.stream, checkpoint.version
FROM :"schema".checkpoint
WHERE kept_rows <> (
  SELECT count(*) FROM :"schema".journal
  WHERE journal.slot = checkpoint.slot AND journal.account_id = checkpoint.account_id
    AND journal.stream = checkpoint.stream AND journal.version <= checkpoint.version
)
UNION ALL
SELECT 'unknown', min(slot), NULL, NULL, NULL
FROM :"schema".checkpoint
WHERE NOT (SELECT archived FROM :"schema".definition_revision WHERE id = 1)
HAVING count(*) > 0;
