-- Works with code from: 0124
-- How readings are shown: their decimals, and between which values they usually lie. The rules are in decision 0169.
CREATE TABLE reading_setting (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  tag text NOT NULL,
  -- The configuration of the machines; null for all that have no setting of their own type.
  machine_type text,
  decimals int CONSTRAINT reading_setting_decimals_bounds CHECK (decimals BETWEEN 0 AND 6),
  normal_low double precision CONSTRAINT reading_setting_normal_low_bounds CHECK (normal_low BETWEEN -1000000000 AND 1000000000),
  normal_high double precision CONSTRAINT reading_setting_normal_high_bounds CHECK (normal_high BETWEEN -1000000000 AND 1000000000),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(tag)) STORED,
  CONSTRAINT reading_setting_range_ordered CHECK (normal_low < normal_high)
);
CREATE UNIQUE INDEX reading_setting_taken ON reading_setting (fold_case(machine_type), fold_case(tag)) NULLS NOT DISTINCT WHERE deleted_at IS NULL;
CALL add_stamps('reading_setting');
CALL protect_for_staff('reading_setting');

-- Whoever sees and changes tag maps does the same with these.
INSERT INTO role_permission (role_id, permission)
SELECT role_id, replace(permission, 'tagMap.', 'readingSetting.') FROM role_permission
WHERE permission IN ('tagMap.read', 'tagMap.create', 'tagMap.update', 'tagMap.delete')
ON CONFLICT DO NOTHING;

-- What can be brought back after it was deleted. A name is free again by then, as everywhere.
ALTER TABLE alarm_rule ADD COLUMN deleted_at timestamptz;
ALTER TABLE tag_map ADD COLUMN deleted_at timestamptz;
ALTER TABLE on_call_schedule ADD COLUMN deleted_at timestamptz;
ALTER TABLE escalation_policy ADD COLUMN deleted_at timestamptz;

DROP INDEX alarm_rule_name_taken, tag_map_name_taken, on_call_schedule_name_taken, escalation_policy_name_taken;
CREATE UNIQUE INDEX alarm_rule_name_taken ON alarm_rule (fold_case(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX tag_map_name_taken ON tag_map (fold_case(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX on_call_schedule_name_taken ON on_call_schedule (fold_case(name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX escalation_policy_name_taken ON escalation_policy (fold_case(name)) WHERE deleted_at IS NULL;

-- A deleted rule is off, and a deleted map is not in use: code that does not know of deleted ones leaves them alone too, whether it runs beside newer
-- code or after a way back. What they were is here until they come back. Nobody reads it but the triggers.
CREATE TABLE deleted_alarm_rule (
  rule_id uuid PRIMARY KEY REFERENCES alarm_rule (id) ON DELETE CASCADE,
  enabled boolean NOT NULL
);
ALTER TABLE deleted_alarm_rule ENABLE ROW LEVEL SECURITY;

CREATE TABLE deleted_tag_map (
  tag_map_id uuid PRIMARY KEY REFERENCES tag_map (id) ON DELETE CASCADE,
  active_version int
);
ALTER TABLE deleted_tag_map ENABLE ROW LEVEL SECURITY;

-- What is shelved, and what is known of a condition, ends with its rule, as ever.
CREATE FUNCTION rest_deleted_alarm_rule() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  was deleted_alarm_rule;
BEGIN
  IF NEW.deleted_at IS NULL THEN
    DELETE FROM deleted_alarm_rule WHERE rule_id = NEW.id RETURNING * INTO was;
    NEW.enabled := coalesce(was.enabled, NEW.enabled);
  ELSE
    INSERT INTO deleted_alarm_rule (rule_id, enabled) VALUES (NEW.id, NEW.enabled)
      ON CONFLICT (rule_id) DO UPDATE SET enabled = excluded.enabled;
    DELETE FROM alarm_shelf WHERE rule_id = NEW.id;
    DELETE FROM alarm_condition WHERE rule_id = NEW.id;
    NEW.enabled := false;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER rest_while_deleted BEFORE UPDATE OF deleted_at ON alarm_rule FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION rest_deleted_alarm_rule();

-- The rule of an alarm while it is there. Customers do not read rules, and see whether there is one.
CREATE FUNCTION live_rule(rule uuid) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT id FROM alarm_rule WHERE id = rule AND deleted_at IS NULL);

-- With how many decimals the reading of a rule is shown on machines of a type.
CREATE FUNCTION decimals_of_rule(rule uuid, type text) RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (
    SELECT s.decimals FROM alarm_rule r JOIN reading_setting s ON s.tag = r.tag AND s.deleted_at IS NULL
      AND (s.machine_type IS NULL OR fold_case(s.machine_type) = fold_case(type))
    WHERE r.id = rule ORDER BY s.machine_type IS NULL LIMIT 1);

REVOKE EXECUTE ON FUNCTION live_rule, decimals_of_rule FROM PUBLIC;
GRANT EXECUTE ON FUNCTION live_rule, decimals_of_rule TO packhouse_app;

CREATE FUNCTION rest_deleted_tag_map() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  was deleted_tag_map;
BEGIN
  IF NEW.deleted_at IS NULL THEN
    DELETE FROM deleted_tag_map WHERE tag_map_id = NEW.id RETURNING * INTO was;
    NEW.active_version := coalesce(NEW.active_version, was.active_version);
  ELSE
    INSERT INTO deleted_tag_map (tag_map_id, active_version) VALUES (NEW.id, NEW.active_version)
      ON CONFLICT (tag_map_id) DO UPDATE SET active_version = excluded.active_version;
    NEW.active_version := NULL;
  END IF;
  RETURN NEW;
END
$$;
-- Before the one that allows one map in use: triggers follow their names.
CREATE TRIGGER rest_while_deleted BEFORE UPDATE OF deleted_at ON tag_map FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL) <> (NEW.deleted_at IS NULL)) EXECUTE FUNCTION rest_deleted_tag_map();
CREATE OR REPLACE TRIGGER tag_map_in_use_once
  BEFORE INSERT OR UPDATE OF active_version, machine_type, machine_id, deleted_at ON tag_map
  FOR EACH ROW EXECUTE FUNCTION forbid_second_tag_map();
