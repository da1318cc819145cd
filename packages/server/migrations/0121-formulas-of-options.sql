-- Works with code from: 0103
-- Options that are a free number of a range, and rules that reckon with numbers.
ALTER TABLE option_definition DROP CONSTRAINT option_definition_input_kind_known,
  ADD CONSTRAINT option_definition_input_kind_known CHECK (input_kind IN ('yesNo', 'choice', 'number', 'range'));
ALTER TABLE machine_option_rule DROP CONSTRAINT machine_option_rule_kind_known,
  ADD CONSTRAINT machine_option_rule_kind_known
    CHECK (kind IN ('atMost', 'combinations', 'sum', 'included', 'unavailable', 'formula')),
  ADD COLUMN formula text;

CREATE OR REPLACE FUNCTION machine_option_choice_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  definition option_definition;
  range text[] := regexp_match(NEW.choice, '^(0|-?[1-9]\d{0,6})\.\.(0|-?[1-9]\d{0,6})(?:/([1-9]\d{0,6}))?$');
BEGIN
  SELECT * INTO definition FROM option_definition WHERE id = NEW.definition_id FOR SHARE;
  -- A missing definition is reported by the foreign key.
  IF NOT FOUND OR (CASE definition.input_kind
    WHEN 'yesNo' THEN NEW.choice IS NULL
    WHEN 'choice' THEN coalesce(NEW.choice = ANY (definition.choices), false)
    -- The solver takes up to 10,000 numbers.
    WHEN 'range' THEN coalesce(range[1]::int < range[2]::int
      AND (range[2]::int - range[1]::int) / coalesce(range[3], '1')::int BETWEEN 1 AND 9999, false)
    -- One text for each number: no sign of zero, no zeros that say nothing.
    ELSE coalesce(NEW.choice ~ '^(0|-?[1-9]\d{0,8}|-?(0|[1-9]\d{0,8})\.\d{0,5}[1-9])$', false) END) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the choice does not fit the definition' USING ERRCODE = '23514', CONSTRAINT = 'machine_option_choice_fits';
END
$$;

-- Formulas name definitions by their codes.
CREATE FUNCTION mark_rules_of_definition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_option_rules(r.machine_id) FROM machine_option o JOIN machine_option_rule r ON r.machine_id = o.machine_id
  WHERE o.definition_id = NEW.id AND r.kind = 'formula' GROUP BY r.machine_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_option_rules AFTER UPDATE OF code ON option_definition
  FOR EACH ROW WHEN (OLD.code IS DISTINCT FROM NEW.code) EXECUTE FUNCTION mark_rules_of_definition();
