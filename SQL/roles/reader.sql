-- What a reader may do: read. It needs the key of the installation to find an account by its name.
-- Applied by every `holdfast migrate --reader ROLE`; what was granted by hand before is taken back.

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
