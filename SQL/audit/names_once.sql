-- A name stands for one thing: an account of its tenant, a balance or a metered item of its account.
-- Names that were erased stand for nothing.
SELECT 'account' AS what, min(account_id::text) AS account_id, count(*) AS times
FROM :"schema".account
WHERE name <> ''
GROUP BY tenant, name
HAVING count(*) > 1
UNION ALL
SELECT 'stream', account_id::text, count(*)
FROM :"schema".stream
GROUP BY slot, account_id, kind, name
HAVING count(*) > 1;
