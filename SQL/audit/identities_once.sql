-- A command with its key had an effect once.
SELECT slot, account_id, identity, count(*) AS rows
FROM :"schema".journal
WHERE identity IS NOT NULL
GROUP BY slot, account_id, identity
HAVING count(*) > 1;
