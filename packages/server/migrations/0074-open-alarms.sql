-- Alarms that have returned to normal unacknowledged stay in the list until somebody acknowledges them.
CREATE INDEX alarm_returned ON alarm (started_at DESC, id DESC) WHERE cleared_at IS NOT NULL AND acknowledged_at IS NULL;
-- The alarms of one rule, newest first: the filter of the list, and what helped the last times.
CREATE INDEX alarm_of_rule_newest ON alarm (rule_id, started_at DESC, id DESC);
DROP INDEX alarm_of_rule;
