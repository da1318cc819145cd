-- What servers measure of themselves, and what staff are notified of. Rings: their bytes are bounded, and nothing has to be removed.

CREATE TABLE health_node (
  -- The name of its host, or as it was configured.
  name text PRIMARY KEY CONSTRAINT health_node_name_short CHECK (length(name) <= 100),
  version text NOT NULL,
  started_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  -- Set by a server that ends in order: nobody waits for it.
  stopped_at timestamptz,
  -- How long the last look took, and how many series it found.
  took_ms real NOT NULL,
  series int NOT NULL,
  -- What was wrong at the last look, in words, by the part.
  issues jsonb NOT NULL,
  -- The last issue that there was of any part.
  last_error text,
  last_error_at timestamptz
);
ALTER TABLE health_node ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON health_node FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON health_node TO packhouse_app;

CREATE TABLE health_sample (
  node text NOT NULL REFERENCES health_node (name) ON DELETE CASCADE,
  -- Seconds: 15 for the last day, 300 for the last 30 days.
  step smallint NOT NULL CONSTRAINT health_sample_step_known CHECK (step IN (15, 300)),
  -- The place in the ring: how many steps since 1970, modulo its length. A round later it is overwritten.
  slot smallint NOT NULL,
  -- The begin of the step.
  at timestamptz NOT NULL,
  -- How long was measured, and so what the figures weigh where several are put together.
  seconds real NOT NULL,
  requests_per_second real,
  errors_per_second real,
  request_p95_seconds real,
  records_per_second real,
  ack_p99_seconds real,
  queue_records real,
  mqtt_connections real,
  database_seconds real,
  database_connections real,
  disk_used_bytes double precision,
  disk_total_bytes double precision,
  memory_bytes double precision,
  event_loop_p99_seconds real,
  pdf_p95_seconds real,
  pdf_waiting real,
  jobs_waiting real,
  jobs_dead real,
  job_wait_seconds real,
  mails_waiting real,
  PRIMARY KEY (node, step, slot)
-- Each place is written over again and again: with room on its page that needs no new entry in the index.
) WITH (fillfactor = 70);
ALTER TABLE health_sample ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON health_sample FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON health_sample TO packhouse_app;

CREATE TABLE health_alert (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  kind text NOT NULL CONSTRAINT health_alert_kind_known
    CHECK (kind IN ('diskFull', 'backupOld', 'ingestAway', 'certificateEnding', 'queueGrowing')),
  -- Which one of several: a server, a certificate; empty where there is but one.
  subject text NOT NULL,
  severity text NOT NULL CONSTRAINT health_alert_severity_known CHECK (severity IN ('warning', 'critical')),
  -- What its words are made of.
  facts jsonb NOT NULL,
  started_at timestamptz NOT NULL,
  raised_at timestamptz NOT NULL,
  cleared_at timestamptz,
  CONSTRAINT health_alert_cleared_after_start CHECK (cleared_at >= started_at)
);
CREATE UNIQUE INDEX health_alert_active ON health_alert (kind, subject) WHERE cleared_at IS NULL;
CREATE INDEX health_alert_cleared ON health_alert (cleared_at DESC) WHERE cleared_at IS NOT NULL;
ALTER TABLE health_alert ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON health_alert FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON health_alert TO packhouse_app;

-- How far each condition has come, so that a restart neither raises nor clears anything.
CREATE TABLE health_condition (
  kind text NOT NULL,
  subject text NOT NULL,
  phase text NOT NULL CONSTRAINT health_condition_phase_known CHECK (phase IN ('pendingOn', 'active', 'pendingOff')),
  since timestamptz NOT NULL,
  alert_id uuid REFERENCES health_alert (id) ON DELETE CASCADE,
  PRIMARY KEY (kind, subject),
  CONSTRAINT health_condition_active_has_alert CHECK ((phase = 'pendingOn') = (alert_id IS NULL))
);
ALTER TABLE health_condition ENABLE ROW LEVEL SECURITY;

-- POSTs are of alarms of machines, or of alerts of the installation.
ALTER TABLE alarm_delivery ALTER COLUMN alarm_id DROP NOT NULL,
  ADD COLUMN health_alert_id uuid REFERENCES health_alert (id) ON DELETE CASCADE,
  ADD CONSTRAINT alarm_delivery_of_one CHECK (num_nonnulls(alarm_id, health_alert_id) = 1),
  ADD CONSTRAINT alarm_delivery_once_of_health UNIQUE (health_alert_id, event);
