-- A command with its key had an effect once, whether its row is in the journal or was archived.
SELECT slot, account_id, identity, count(*) AS rows
FROM (
  SELECT slot, account_id, identity FROM :"schema".journal WHERE identity IS NOT NULL
  UNION ALL
  SELECT slot, account_id, identity FROM :"schema".archived_key WHERE identity IS NOT NULL
) AS answer
GROUP BY slot, account_id, identity
HAVING count(*) > 1;
