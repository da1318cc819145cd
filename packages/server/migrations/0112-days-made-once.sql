-- Works with code from: 0103
-- Two connections that need the partitions of a day at the same moment (ingest, the sample company, a late record) both found none, and the second failed.
-- The one that comes second waits for the first now. IF NOT EXISTS looks again behind the lock, at what others have committed meanwhile.
CREATE OR REPLACE FUNCTION ensure_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  partition text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['record', 'minute_rollup', 'hour_rollup'] LOOP
    partition := parent || '_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      PERFORM pg_advisory_xact_lock(7225005);
      EXECUTE format(
        'CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)%s',
        partition, parent, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00',
        -- Roll-ups are updated in place many times: room in the page keeps that cheap.
        CASE parent WHEN 'record' THEN '' ELSE ' WITH (fillfactor = 70)' END
      );
    END IF;
  END LOOP;
END
$$;
