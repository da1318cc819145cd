-- Backups and restore drills: what was made, and how far one has come.

CREATE TABLE backup_run (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL CONSTRAINT backup_run_kind_known CHECK (kind IN ('backup', 'drill')),
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT backup_run_state_known CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  -- The backup in its target: what was made, or what the drill has restored.
  name text,
  -- No foreign key: a run outlives its author. Null for the schedule and the command line.
  asked_by uuid,
  asked_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- What it does at the moment, and how much of it is done.
  step text,
  share real NOT NULL DEFAULT 0 CONSTRAINT backup_run_share_of_one CHECK (share BETWEEN 0 AND 1),
  -- Why it failed, in words.
  reason text,
  CONSTRAINT backup_run_ends CHECK ((state IN ('done', 'failed')) = (ended_at IS NOT NULL))
);
CREATE INDEX backup_run_newest ON backup_run (kind, asked_at DESC);
-- One waits or runs at a time.
CREATE UNIQUE INDEX backup_run_one_open ON backup_run (kind) WHERE state IN ('waiting', 'running');
ALTER TABLE backup_run ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON backup_run FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON backup_run TO packhouse_app;

-- Tables whose rows tell of the past and that the product works without: a backup without history leaves them out. Their partitions go with them.
DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['record', 'record_block', 'minute_rollup', 'hour_rollup', 'state_interval', 'app_event', 'event_quarter',
    'name_quarter', 'name_day', 'activity_span', 'event_batch', 'api_count', 'log_line', 'health_sample']
  LOOP
    EXECUTE format('COMMENT ON TABLE %I IS %L', name, 'history');
  END LOOP;
END
$$;
