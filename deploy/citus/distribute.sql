-- Run once after the migrations, on the coordinator of Citus 14 (PostgreSQL 18), as the owner of the tables:
--   psql --set ON_ERROR_STOP=1 --file distribute.sql "$DATABASE_DIRECT_URL"
-- NOT PROVEN: Packhouse has not run on Citus. See "Citus" in docs/deployment.md before you use it.
BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

-- All that telemetry stores of one machine lies on one node: the batch of the ingest and the calls of one machine touch one shard each.
-- Foreign keys that lead to tables of the coordinator stay, since those become reference tables.
DO $$
DECLARE
  name text;
  first text;
BEGIN
  -- Small and joined by everything; every node has all of them. First, since telemetry has foreign keys to them.
  FOREACH name IN ARRAY ARRAY['customer', 'location', 'machine', 'reading_name'] LOOP
    IF to_regclass(name) IS NOT NULL THEN PERFORM create_reference_table(name); END IF;
  END LOOP;
  FOR name IN
    SELECT relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND attname = 'machine_key' AND NOT attisdropped
      AND relname IN ('record', 'latest', 'minute_rollup', 'hour_rollup', 'record_block', 'state_interval')
    ORDER BY relname
  LOOP
    IF first IS NULL THEN
      PERFORM create_distributed_table(name, 'machine_key');
      first := name;
    ELSE
      PERFORM create_distributed_table(name, 'machine_key', colocate_with => first);
    END IF;
  END LOOP;
END $$;

-- Row-level security asks settings of the transaction: the workers have to get them too.
ALTER DATABASE :DBNAME SET citus.propagate_set_commands TO 'local';
COMMIT;
