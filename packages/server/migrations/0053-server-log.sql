-- Warnings and worse of all servers. Everything else is in the files of each.
CREATE TABLE log_line (
  at timestamptz NOT NULL,
  server text NOT NULL,
  level smallint NOT NULL,
  line text NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX log_line_at ON log_line (at DESC);
ALTER TABLE log_line ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON log_line FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON log_line TO packhouse_app;

-- Makes the partitions of days (UTC) from one on that are missing.
CREATE PROCEDURE create_log_partitions(first date, days int) LANGUAGE plpgsql AS $$
DECLARE
  day date;
  part text;
BEGIN
  FOR day IN SELECT first + n FROM generate_series(0, days - 1) n LOOP
    part := 'log_line_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(part) IS NULL THEN
      EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF log_line FOR VALUES FROM (%L) TO (%L)', part,
        day::timestamp AT TIME ZONE 'UTC', (day + 1)::timestamp AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    END IF;
  END LOOP;
END
$$;

-- Until when debug lines are stored, on all servers.
CREATE TABLE log_debug (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  until timestamptz NOT NULL
);
ALTER TABLE log_debug ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON log_debug FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON log_debug TO packhouse_app;
