-- Works with code from: 0103
-- The whole address of the webhook of an alarm rule, encrypted: it may hold a password or a token. The rule itself goes on with protocol and host
-- alone; addresses of before are encrypted when the product starts.
CREATE TABLE alarm_rule_address (
  rule_id uuid PRIMARY KEY REFERENCES alarm_rule (id) ON DELETE CASCADE,
  sealed bytea NOT NULL
);
ALTER TABLE alarm_rule_address ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON alarm_rule_address TO packhouse_staff USING (true);
GRANT SELECT (rule_id), INSERT, DELETE ON alarm_rule_address TO packhouse_app;
