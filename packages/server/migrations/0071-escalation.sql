-- Who is on call, and who is notified of an alarm until somebody acknowledges it.

CREATE TABLE on_call_schedule (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  time_zone text NOT NULL,
  starts_on date NOT NULL,
  handover_time text NOT NULL,
  turn_days int NOT NULL CONSTRAINT on_call_schedule_turn_positive CHECK (turn_days > 0),
  people jsonb NOT NULL,
  overrides jsonb NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX on_call_schedule_name_taken ON on_call_schedule (lower(name));
CALL add_stamps('on_call_schedule');
CALL protect_for_staff('on_call_schedule');

CREATE TABLE escalation_policy (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  repeats int NOT NULL CONSTRAINT escalation_policy_repeats_not_negative CHECK (repeats >= 0),
  repeat_after_minutes int NOT NULL CONSTRAINT escalation_policy_repeats_later CHECK (repeat_after_minutes > 0),
  steps jsonb NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX escalation_policy_name_taken ON escalation_policy (lower(name));
CALL add_stamps('escalation_policy');
CALL protect_for_staff('escalation_policy');

ALTER TABLE alarm_rule ADD COLUMN escalation_policy_id uuid REFERENCES escalation_policy (id);
CREATE INDEX alarm_rule_of_escalation_policy ON alarm_rule (escalation_policy_id);

-- How far the escalation of an alarm is: the step that comes next. A job that finds another one has been run before.
CREATE TABLE alarm_escalation (
  alarm_id uuid PRIMARY KEY REFERENCES alarm (id) ON DELETE CASCADE,
  round int NOT NULL DEFAULT 0,
  step int NOT NULL DEFAULT 0
);
ALTER TABLE alarm_escalation ENABLE ROW LEVEL SECURITY;
