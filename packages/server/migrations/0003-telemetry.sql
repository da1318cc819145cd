-- Records of machines, their newest values and their roll-ups. The three large tables are partitioned by day (UTC);
-- partitions are made by ensure_day() before the first record of a day is stored.

-- No foreign key on the three large tables: it would look the machine up again for every row, and only the ingest writes
-- here, with keys it has just read.
CREATE TABLE record (
  machine_key int NOT NULL,
  at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  total_cycles bigint,
  cycles_per_min double precision,
  machine_state text,
  temperature double precision,
  humidity double precision,
  latitude double precision,
  longitude double precision,
  machine_data jsonb,
  -- A redelivered record has the same machine and time: it is counted once.
  CONSTRAINT record_once PRIMARY KEY (machine_key, at)
) PARTITION BY RANGE (at);

-- The newest known value of each field. `at` is the time of the newest record, `total_at` that of the newest counter.
CREATE TABLE latest (
  machine_key int PRIMARY KEY REFERENCES machine (key),
  at timestamptz NOT NULL,
  total_cycles bigint,
  total_at timestamptz,
  cycles_per_min double precision,
  machine_state text,
  temperature double precision,
  humidity double precision,
  latitude double precision,
  longitude double precision,
  machine_data jsonb NOT NULL
) WITH (fillfactor = 50);

-- What a minute of a machine amounts to. Sums with their counts, so that larger spans are sums of smaller ones.
CREATE TABLE minute_rollup (
  machine_key int NOT NULL,
  at timestamptz NOT NULL,
  records int NOT NULL,
  cycles bigint NOT NULL,
  speed_sum double precision NOT NULL,
  speed_count int NOT NULL,
  temperature_sum double precision NOT NULL,
  temperature_count int NOT NULL,
  humidity_sum double precision NOT NULL,
  humidity_count int NOT NULL,
  running int NOT NULL,
  idle int NOT NULL,
  stopped int NOT NULL,
  faulted int NOT NULL,
  PRIMARY KEY (machine_key, at)
) PARTITION BY RANGE (at);

CREATE TABLE hour_rollup (LIKE minute_rollup, PRIMARY KEY (machine_key, at)) PARTITION BY RANGE (at);

CREATE FUNCTION ensure_day(day date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  partition text;
BEGIN
  FOREACH parent IN ARRAY ARRAY['record', 'minute_rollup', 'hour_rollup'] LOOP
    partition := parent || '_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(partition) IS NULL THEN
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)%s',
        partition, parent, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00',
        -- Roll-ups are updated in place many times: room in the page keeps that cheap.
        CASE parent WHEN 'record' THEN '' ELSE ' WITH (fillfactor = 70)' END
      );
    END IF;
  END LOOP;
END
$$;

-- Messages that could not become records, kept with the reason so that somebody can see what a device sends.
CREATE TABLE refused_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_at timestamptz NOT NULL,
  device text NOT NULL,
  topic text NOT NULL,
  payload bytea NOT NULL,
  code text NOT NULL,
  reason text NOT NULL
);

-- A machine's telemetry is seen by whoever sees the machine: the sub-select is itself under the machine's policy.
ALTER TABLE record ENABLE ROW LEVEL SECURITY;
ALTER TABLE latest ENABLE ROW LEVEL SECURITY;
ALTER TABLE minute_rollup ENABLE ROW LEVEL SECURITY;
ALTER TABLE hour_rollup ENABLE ROW LEVEL SECURITY;
CREATE POLICY record_of_seen_machine ON record FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY latest_of_seen_machine ON latest FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY minute_of_seen_machine ON minute_rollup FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY hour_of_seen_machine ON hour_rollup FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
GRANT SELECT ON record, latest, minute_rollup, hour_rollup TO packhouse_app;
