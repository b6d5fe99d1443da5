-- The slots are those the installation has, and an account stands in one of them.
SELECT 'slot' AS what, slot.slot::text AS which
FROM :"schema".slot
FULL JOIN (
  SELECT generate_series(0, slots - 1)::smallint AS slot FROM :"schema".installation
) AS expected USING (slot)
WHERE slot.slot IS NULL OR expected.slot IS NULL
UNION ALL
SELECT 'account', account_id::text
FROM :"schema".account
GROUP BY account_id
HAVING count(*) > 1
UNION ALL
SELECT 'account outside', account_id::text
FROM :"schema".account
WHERE slot NOT IN (SELECT slot FROM :"schema".slot);
