-- Works with code from: 0103
-- A limit has all digits that somebody types: serial numbers and codes are compared digit by digit.
ALTER TABLE alarm_rule
  DROP CONSTRAINT alarm_rule_limit_is_number,
  ADD CONSTRAINT alarm_rule_limit_is_number CHECK (
    kind <> 'value' OR comparison NOT IN ('above', 'below') OR "limit" ~ '^-?\d{1,40}(\.\d{1,40})?$');

-- Characters of a document that no font has: whoever asked for it is told.
ALTER TABLE pdf_job ADD COLUMN replaced text[] NOT NULL DEFAULT '{}';

-- Models are compared without case as all codes are (decision 0129). What is published is worked out anew with the next snapshot.
CREATE OR REPLACE VIEW benchmark_agreed AS
  SELECT m.key AS machine_key, m.customer_id, fold_case(m.configuration_id) AS model
  FROM machine m JOIN machine_sharing s ON s.machine_key = m.key
  WHERE m.deleted_at IS NULL AND m.configuration_id IS NOT NULL
    AND s.benchmark_customer_id = m.customer_id AND coalesce(s.benchmark_until > now(), true);
