-- How long a machine was in each state, sealed blocks of older records, and how long each customer's data are kept.

ALTER TABLE record ADD COLUMN total_rejects bigint;
ALTER TABLE latest
  ADD COLUMN total_rejects bigint,
  ADD COLUMN rejects_at timestamptz,
  -- Since when the machine is in its state without an unknown time between.
  ADD COLUMN state_since timestamptz;

-- A roll-up tells how long the machine was in each state, no longer how many records told it. What was counted until now
-- is shared out by the records.
DO $$
DECLARE
  target text;
  span int;
  state text;
BEGIN
  FOR target, span IN VALUES ('minute_rollup', 60000), ('hour_rollup', 3600000) LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN rejects bigint NOT NULL DEFAULT 0', target);
    FOREACH state IN ARRAY ARRAY['running', 'idle', 'stopped', 'faulted'] LOOP
      EXECUTE format('ALTER TABLE %I RENAME COLUMN %I TO %I', target, state, state || '_ms');
      EXECUTE format('UPDATE %I SET %2$I = round(%2$I * %3$s::float8 / records) WHERE records > 0', target, state || '_ms', span);
    END LOOP;
  END LOOP;
END
$$;

-- Times in one state, as the machine told it (a PackML state or its group). What lies between them is unknown. The one
-- that goes on is not here: it is from latest.state_since until the newest record.
CREATE TABLE state_interval (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  state text NOT NULL,
  PRIMARY KEY (machine_key, from_at),
  CONSTRAINT state_interval_goes_forward CHECK (from_at < to_at)
);

-- The records of a machine over whole hours of one day (UTC), column by column; the form is that of telemetry/blocks. The
-- blocks of a machine do not overlap.
CREATE TABLE record_block (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  records int NOT NULL,
  data bytea NOT NULL,
  PRIMARY KEY (machine_key, from_at),
  CONSTRAINT record_block_within_a_day CHECK (from_at < to_at AND to_at <= from_at + interval '1 day')
);
-- It is compressed already.
ALTER TABLE record_block ALTER COLUMN data SET STORAGE EXTERNAL;

-- Names of readings, so that a block says a number for each.
CREATE TABLE reading_name (
  id int GENERATED ALWAYS AS IDENTITY (START WITH 16) PRIMARY KEY,
  name text NOT NULL CONSTRAINT reading_name_once UNIQUE
);

CREATE POLICY of_seen_machine ON state_interval FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY of_seen_machine ON record_block FOR SELECT TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine));
CALL protect_for_staff('state_interval');
CALL protect_for_staff('record_block');
REVOKE INSERT, UPDATE, DELETE ON state_interval, record_block FROM packhouse_app;

-- Days; empty is what the installation keeps. Minutes are kept no shorter than the records they are counted from, and hours
-- no shorter than their minutes, whatever is said here.
ALTER TABLE customer
  ADD COLUMN keep_records_days int,
  ADD COLUMN keep_minutes_days int,
  ADD COLUMN keep_hours_days int;
