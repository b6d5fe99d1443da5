-- What the processes of the service may do, and no more: journal rows are written once and neither
-- changed nor removed, and what the installation decided is out of reach. Applied by every
-- `holdfast migrate --application ROLE`; what was granted by hand before is taken back.

GRANT USAGE ON SCHEMA :"schema" TO :"role";

REVOKE ALL ON
  :"schema".migration, :"schema".installation, :"schema".slot, :"schema".account,
  :"schema".stream, :"schema".journal, :"schema".hold, :"schema".lot, :"schema".usage_record,
  :"schema".repayment, :"schema".group_key, :"schema".feed, :"schema".unit_definition,
  :"schema".usage_item, :"schema".usage_override, :"schema".definition_revision, :"schema".erasure,
  :"schema".checkpoint, :"schema".archived_key, :"schema".archive_file, :"schema".balance,
  :"schema".meter, :"schema".consumption_rollup, :"schema".usage_rollup,
  :"schema".statistics_coverage, :"schema".statistics_rebuild
FROM :"role";

GRANT SELECT ON
  :"schema".migration, :"schema".installation, :"schema".slot, :"schema".account,
  :"schema".stream, :"schema".journal, :"schema".hold, :"schema".lot, :"schema".usage_record,
  :"schema".repayment, :"schema".group_key, :"schema".feed, :"schema".unit_definition,
  :"schema".usage_item, :"schema".usage_override, :"schema".definition_revision, :"schema".erasure,
  :"schema".checkpoint, :"schema".archived_key, :"schema".archive_file, :"schema".balance,
  :"schema".meter, :"schema".consumption_rollup, :"schema".usage_rollup,
  :"schema".statistics_coverage, :"schema".statistics_rebuild
TO :"role";

GRANT INSERT ON
  :"schema".account, :"schema".stream, :"schema".journal, :"schema".hold, :"schema".lot,
  :"schema".usage_record, :"schema".repayment, :"schema".group_key, :"schema".feed,
  :"schema".unit_definition, :"schema".usage_item, :"schema".usage_override,
  :"schema".definition_revision, :"schema".consumption_rollup, :"schema".usage_rollup,
  :"schema".statistics_coverage, :"schema".statistics_rebuild
TO :"role";

GRANT UPDATE ON
  :"schema".stream, :"schema".hold, :"schema".lot, :"schema".usage_record, :"schema".repayment,
  :"schema".unit_definition, :"schema".usage_item, :"schema".usage_override,
  :"schema".definition_revision, :"schema".consumption_rollup, :"schema".usage_rollup,
  :"schema".statistics_coverage, :"schema".statistics_rebuild
TO :"role";

-- A transaction that writes in several steps adds each to its one row.
GRANT UPDATE (at, ranges, place) ON :"schema".feed TO :"role";

-- Rows of several writers become one.
GRANT DELETE ON :"schema".consumption_rollup, :"schema".usage_rollup TO :"role";

GRANT DELETE ON :"schema".hold TO :"role";
