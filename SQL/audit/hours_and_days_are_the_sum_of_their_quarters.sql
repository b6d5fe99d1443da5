-- What is stored of an hour or a day is the sum of what is stored of its quarter-hours.
SELECT slot, tenant, unit, kind, item, seconds, start_at
FROM (
  SELECT
    slot, tenant, unit, kind, item, longer.seconds,
    pg_catalog.to_timestamp(
      pg_catalog.floor(pg_catalog.date_part('epoch', start_at) / longer.seconds) * longer.seconds)
      AS start_at,
    CASE WHEN r.seconds = 900 THEN 1 ELSE -1 END AS sign,
    spent, granted, entry_count, consumed, lapsed, voided, transferred, reversed
  FROM :"schema".consumption_rollup AS r
  JOIN (VALUES (3600), (86400)) AS longer (seconds) ON r.seconds IN (900, longer.seconds)
) AS part
GROUP BY slot, tenant, unit, kind, item, seconds, start_at
HAVING sum(sign * spent) <> 0 OR sum(sign * granted) <> 0 OR sum(sign * entry_count) <> 0
  OR sum(sign * consumed) <> 0 OR sum(sign * lapsed) <> 0 OR sum(sign * voided) <> 0
  OR sum(sign * transferred) <> 0 OR sum(sign * reversed) <> 0
UNION ALL
SELECT slot, tenant, NULL, NULL, item, seconds, start_at
FROM (
  SELECT
    slot, tenant, item, longer.seconds,
    pg_catalog.to_timestamp(
      pg_catalog.floor(pg_catalog.date_part('epoch', start_at) / longer.seconds) * longer.seconds)
      AS start_at,
    CASE WHEN r.seconds = 900 THEN 1 ELSE -1 END AS sign,
    amount, consumed, event_count, charged_units
  FROM :"schema".usage_rollup AS r
  JOIN (VALUES (3600), (86400)) AS longer (seconds) ON r.seconds IN (900, longer.seconds)
) AS part
GROUP BY slot, tenant, item, seconds, start_at
HAVING sum(sign * amount) <> 0 OR sum(sign * consumed) <> 0 OR sum(sign * event_count) <> 0
  OR sum(sign * charged_units) <> 0;
