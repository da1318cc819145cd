-- Alarms: the rules that raise them, the alarms with their course, and who is told.

CREATE TABLE alarm_rule (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  severity text NOT NULL
    CONSTRAINT alarm_rule_severity_known CHECK (severity IN ('critical', 'major', 'minor', 'warning', 'info')),
  enabled boolean NOT NULL,
  machine_id uuid REFERENCES machine (id),
  configuration_id text,
  customer_id uuid REFERENCES customer (id),
  kind text NOT NULL CONSTRAINT alarm_rule_kind_known CHECK (kind IN ('value', 'state', 'silence')),
  tag text,
  comparison text CONSTRAINT alarm_rule_comparison_known CHECK (comparison IN ('above', 'below', 'equal', 'notEqual')),
  "limit" text,
  deadband double precision CONSTRAINT alarm_rule_deadband_not_negative CHECK (deadband >= 0),
  states text[] NOT NULL,
  silence_seconds int NOT NULL CONSTRAINT alarm_rule_silence_positive CHECK (silence_seconds > 0),
  on_delay_seconds int NOT NULL CONSTRAINT alarm_rule_on_delay_not_negative CHECK (on_delay_seconds >= 0),
  off_delay_seconds int NOT NULL CONSTRAINT alarm_rule_off_delay_not_negative CHECK (off_delay_seconds >= 0),
  message text,
  notify_emails text[] NOT NULL,
  webhook_url text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || coalesce(tag, ''))) STORED,
  CONSTRAINT alarm_rule_tag_given CHECK (kind <> 'value' OR tag IS NOT NULL),
  CONSTRAINT alarm_rule_comparison_given CHECK (kind <> 'value' OR comparison IS NOT NULL),
  CONSTRAINT alarm_rule_limit_given CHECK (kind <> 'value' OR "limit" IS NOT NULL),
  CONSTRAINT alarm_rule_limit_is_number CHECK (
    kind <> 'value' OR comparison NOT IN ('above', 'below') OR "limit" ~ '^-?\d{1,15}(\.\d{1,10})?$'),
  CONSTRAINT alarm_rule_deadband_has_side CHECK (
    kind <> 'value' OR deadband IS NULL OR comparison IN ('above', 'below')),
  CONSTRAINT alarm_rule_states_given CHECK (kind <> 'state' OR cardinality(states) > 0)
);
CREATE UNIQUE INDEX alarm_rule_name_taken ON alarm_rule (lower(name));
CREATE INDEX alarm_rule_of_machine ON alarm_rule (machine_id);
CREATE INDEX alarm_rule_of_customer ON alarm_rule (customer_id);
CALL add_stamps('alarm_rule');
CALL protect_for_staff('alarm_rule');

-- Encrypted; the product itself opens it to sign a webhook.
CREATE TABLE alarm_rule_secret (
  rule_id uuid PRIMARY KEY REFERENCES alarm_rule (id) ON DELETE CASCADE,
  sealed bytea NOT NULL
);
ALTER TABLE alarm_rule_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON alarm_rule_secret TO packhouse_staff USING (true);
GRANT SELECT (rule_id), INSERT, DELETE ON alarm_rule_secret TO packhouse_app;

CREATE TABLE alarm (
  id uuid PRIMARY KEY,
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  rule_id uuid REFERENCES alarm_rule (id) ON DELETE SET NULL,
  code text NOT NULL,
  severity text NOT NULL,
  message text NOT NULL,
  -- What it began with.
  value text,
  started_at timestamptz NOT NULL,
  raised_at timestamptz NOT NULL,
  cleared_at timestamptz,
  clear_reason text,
  acknowledged_at timestamptz,
  acknowledged_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  acknowledge_note text,
  assignee_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  -- Whether anybody was told that it was raised: only then somebody is told that it cleared.
  told boolean NOT NULL,
  -- Raised while it was shelved: it is told when that ends, if it is active still.
  withheld boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT alarm_clears_after_its_start CHECK (cleared_at >= started_at),
  CONSTRAINT alarm_cleared_has_a_reason CHECK ((cleared_at IS NULL) = (clear_reason IS NULL))
);
-- Whatever the engine does: never two active alarms of one rule and machine.
CREATE UNIQUE INDEX alarm_active_once ON alarm (rule_id, machine_key) WHERE cleared_at IS NULL;
CREATE INDEX alarm_withheld ON alarm (rule_id, machine_key) WHERE withheld AND cleared_at IS NULL;
CREATE INDEX alarm_newest ON alarm (started_at DESC, id DESC);
CREATE INDEX alarm_active ON alarm (machine_key) WHERE cleared_at IS NULL;
CREATE INDEX alarm_of_machine ON alarm (machine_key, started_at DESC);
CREATE INDEX alarm_of_rule ON alarm (rule_id);
CREATE INDEX alarm_of_assignee ON alarm (assignee_id);
CREATE INDEX alarm_acknowledged_by_person ON alarm (acknowledged_by);

CREATE TABLE alarm_event (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id uuid NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  actor_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  note text
);
CREATE INDEX alarm_event_of_alarm ON alarm_event (alarm_id, id);
CREATE INDEX alarm_event_of_actor ON alarm_event (actor_id);

-- Of a rule and a machine, so that the next alarm of the two is shelved as well. It ends by its time.
CREATE TABLE alarm_shelf (
  rule_id uuid NOT NULL REFERENCES alarm_rule (id) ON DELETE CASCADE,
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  until timestamptz NOT NULL,
  reason text NOT NULL,
  shelved_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  PRIMARY KEY (rule_id, machine_key)
);
CREATE INDEX alarm_shelf_of_machine ON alarm_shelf (machine_key);
CREATE INDEX alarm_shelf_by_person ON alarm_shelf (shelved_by);

-- What the engine knew when it last wrote: with the records after `alarm_watermark.at` it knows the rest again.
CREATE TABLE alarm_condition (
  rule_id uuid NOT NULL REFERENCES alarm_rule (id) ON DELETE CASCADE,
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  phase text NOT NULL,
  -- By the clock of the records, and by ours.
  since timestamptz NOT NULL,
  heard_at timestamptz NOT NULL,
  value text,
  alarm_id uuid,
  -- The condition of the rule as text: after a change it is judged anew.
  fingerprint text NOT NULL,
  PRIMARY KEY (rule_id, machine_key)
);
CREATE INDEX alarm_condition_of_machine ON alarm_condition (machine_key);
CREATE TABLE alarm_watermark (
  machine_key int PRIMARY KEY REFERENCES machine (key) ON DELETE CASCADE,
  at timestamptz NOT NULL,
  heard_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Customers with so many active alarms that no further one is raised; null are the machines of nobody.
CREATE TABLE alarm_flood (
  customer_id uuid REFERENCES customer (id) ON DELETE CASCADE,
  since timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT alarm_flood_once UNIQUE NULLS NOT DISTINCT (customer_id)
);

-- POSTs to webhooks. The secret is a copy of the rule's, as it was when the POST was written.
CREATE TABLE alarm_delivery (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  alarm_id uuid NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  event text NOT NULL CONSTRAINT alarm_delivery_event_known CHECK (event IN ('raised', 'cleared')),
  url text NOT NULL,
  body text NOT NULL,
  sealed_secret bytea,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT alarm_delivery_state_known CHECK (state IN ('waiting', 'sent', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_attempt_at timestamptz DEFAULT now(),
  sent_at timestamptz,
  CONSTRAINT alarm_delivery_once UNIQUE (alarm_id, event),
  CONSTRAINT alarm_delivery_waiting_has_a_next_attempt CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX alarm_delivery_waiting ON alarm_delivery (next_attempt_at) WHERE state = 'waiting';

-- Whoever sees a machine sees its alarms; which of them may do something about them the permissions say.
ALTER TABLE alarm ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_shelf ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_condition ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_watermark ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_flood ENABLE ROW LEVEL SECURITY;
ALTER TABLE alarm_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON alarm TO packhouse_staff USING (true);
CREATE POLICY of_staff ON alarm_event TO packhouse_staff USING (true);
CREATE POLICY of_staff ON alarm_shelf TO packhouse_staff USING (true);
CREATE POLICY of_staff ON alarm_flood FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_staff ON alarm_delivery FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_seen_machine ON alarm TO packhouse_app USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY of_seen_alarm ON alarm_event TO packhouse_app USING (alarm_id IN (SELECT id FROM alarm));
CREATE POLICY of_seen_machine ON alarm_shelf TO packhouse_app USING (machine_key IN (SELECT key FROM machine));
CREATE POLICY of_own_customer ON alarm_flood FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
GRANT SELECT, UPDATE (acknowledged_at, acknowledged_by, acknowledge_note, assignee_id) ON alarm TO packhouse_app;
GRANT SELECT, INSERT ON alarm_event TO packhouse_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON alarm_shelf TO packhouse_app;
GRANT SELECT ON alarm_flood TO packhouse_app;
GRANT SELECT (id, alarm_id, event, url, state, attempts, reason, created_at, sent_at) ON alarm_delivery TO packhouse_app;

-- Whoever watches machines says that an alarm was seen.
INSERT INTO role_permission (role_id, permission)
SELECT role_id, 'alarm.acknowledge' FROM role_permission WHERE permission = 'customer.access'
ON CONFLICT DO NOTHING;
