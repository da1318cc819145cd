-- Options as the configurator takes them, rules between them, and what the rules were when something was configured.

ALTER TABLE machine_option ADD COLUMN choice text, ADD COLUMN grants_voltage int, ADD COLUMN grants_phases int,
  ADD COLUMN grants_ip_rating text;
UPDATE machine_option o SET choice = CASE d.input_kind WHEN 'choice' THEN d.choices[1] ELSE '1' END
FROM option_definition d WHERE d.id = o.definition_id AND d.input_kind <> 'yesNo';
ALTER TABLE machine_option DROP CONSTRAINT machine_option_once,
  ADD CONSTRAINT machine_option_once UNIQUE NULLS NOT DISTINCT (machine_id, definition_id, choice);

-- What is chosen fits the definition. The definition is locked, so that its kind does not change meanwhile.
CREATE FUNCTION machine_option_choice_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  definition option_definition;
BEGIN
  SELECT * INTO definition FROM option_definition WHERE id = NEW.definition_id FOR SHARE;
  -- A missing definition is reported by the foreign key.
  IF NOT FOUND OR (CASE definition.input_kind
    WHEN 'yesNo' THEN NEW.choice IS NULL
    WHEN 'choice' THEN coalesce(NEW.choice = ANY (definition.choices), false)
    -- One text for each number: no sign of zero, no zeros that say nothing.
    ELSE coalesce(NEW.choice ~ '^(0|-?[1-9]\d{0,8}|-?(0|[1-9]\d{0,8})\.\d{0,5}[1-9])$', false) END) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the choice does not fit the definition' USING ERRCODE = '23514', CONSTRAINT = 'machine_option_choice_fits';
END
$$;
CREATE TRIGGER machine_option_choice_fits BEFORE INSERT OR UPDATE OF choice, definition_id ON machine_option
  FOR EACH ROW EXECUTE FUNCTION machine_option_choice_fits();
CREATE FUNCTION option_definition_fits_options() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM machine_option WHERE definition_id = NEW.id
    AND (NEW.input_kind <> OLD.input_kind OR (NEW.input_kind = 'choice' AND choice <> ALL (NEW.choices)))) THEN
    RAISE EXCEPTION 'machines have options of it' USING ERRCODE = '23514', CONSTRAINT = 'option_definition_fits_options';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER option_definition_fits_options BEFORE UPDATE OF input_kind, choices ON option_definition
  FOR EACH ROW EXECUTE FUNCTION option_definition_fits_options();

CREATE INDEX machine_option_grants_voltage ON machine_option (grants_voltage) WHERE grants_voltage IS NOT NULL;
CREATE INDEX machine_option_grants_phases ON machine_option (grants_phases) WHERE grants_phases IS NOT NULL;
CREATE INDEX machine_option_grants_ip_rating ON machine_option (machine_id) WHERE grants_ip_rating IS NOT NULL;

CREATE TABLE machine_option_rule (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES library_machine (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT machine_option_rule_kind_known CHECK (kind IN ('atMost', 'combinations', 'sum', 'included', 'unavailable')),
  name text NOT NULL COLLATE "und-x-icu",
  reason text,
  options jsonb NOT NULL,
  most int,
  sum_most double precision,
  sum_most_fact text,
  unit text,
  combinations jsonb NOT NULL,
  style_id uuid REFERENCES packaging_style (id),
  when_fact text,
  when_at_least double precision,
  when_at_most double precision,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  CONSTRAINT machine_option_rule_when_order CHECK (when_at_least <= when_at_most)
);
DO $$
DECLARE
  fact text;
BEGIN
  FOREACH fact IN ARRAY ARRAY['sum_most_fact', 'when_fact'] LOOP
    EXECUTE format('ALTER TABLE machine_option_rule ADD CONSTRAINT %I CHECK (%I IN (''voltage'', ''phases'', ''powerKw'', ''airBar'',
      ''airLitresPerMinute'', ''weightKg'', ''widthMm'', ''depthMm'', ''heightMm'', ''designSpeed''))',
      'machine_option_rule_' || fact || '_known', fact);
  END LOOP;
END
$$;
CREATE INDEX machine_option_rule_of_machine ON machine_option_rule (machine_id);
CREATE INDEX machine_option_rule_of_style ON machine_option_rule (style_id);
CREATE TRIGGER machine_option_rule_most_of_machine BEFORE INSERT ON machine_option_rule
  FOR EACH ROW EXECUTE FUNCTION at_most_of_parent('machine_id', 500);
CALL add_stamps('machine_option_rule');
CALL protect_for_staff('machine_option_rule');

-- The solver of the contract checks the rules of a machine as a whole, before the transaction that changes them ends: these are its
-- machines. What the triggers of 0033 checked of it is part of that.
DROP TRIGGER machine_option_requires_acyclic ON machine_option_requires;
DROP TRIGGER machine_option_requires_no_excluded ON machine_option_requires;
DROP TRIGGER machine_option_excludes_no_required ON machine_option_excludes;
DROP FUNCTION machine_option_contradiction;
DROP FUNCTION requiring_options;

CREATE FUNCTION mark_option_rules(machine uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  marked text := coalesce(current_setting('packhouse.option_rules_changed', true), '');
BEGIN
  IF machine IS NOT NULL AND position(machine::text IN marked) = 0 THEN
    PERFORM set_config('packhouse.option_rules_changed', concat_ws(',', nullif(marked, ''), machine), true);
  END IF;
END
$$;
CREATE FUNCTION mark_rules_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_option_rules(coalesce(NEW.machine_id, OLD.machine_id));
  RETURN NULL;
END
$$;
CREATE FUNCTION mark_rules_of_machine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_option_rules(NEW.id);
  RETURN NULL;
END
$$;
CREATE FUNCTION mark_rules_of_option() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mark_option_rules(machine_id) FROM machine_option WHERE id = NEW.option_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER mark_option_rules AFTER INSERT OR DELETE OR UPDATE OF definition_id, choice, availability ON machine_option
  FOR EACH ROW EXECUTE FUNCTION mark_rules_of_row();
-- What several rules of combinations allow is narrower without one of them.
CREATE TRIGGER mark_option_rules AFTER INSERT OR UPDATE OR DELETE ON machine_option_rule
  FOR EACH ROW EXECUTE FUNCTION mark_rules_of_row();
CREATE TRIGGER mark_option_rules AFTER UPDATE OF voltage, phases, power_kw, air_bar, air_litres_per_minute, weight_kg, width_mm,
  depth_mm, height_mm, design_speed ON library_machine FOR EACH ROW EXECUTE FUNCTION mark_rules_of_machine();
DO $$
DECLARE
  pairs text;
BEGIN
  FOREACH pairs IN ARRAY ARRAY['machine_option_requires', 'machine_option_excludes', 'compatibility_required_option',
    'compatibility_excluded_option'] LOOP
    EXECUTE format('CREATE TRIGGER mark_option_rules AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION mark_rules_of_option()', pairs);
  END LOOP;
END
$$;

-- A revision outlives its machine: whoever pinned it reads it for ever. So it refers to none, and never changes.
CREATE TABLE machine_rule_revision (
  machine_id uuid NOT NULL,
  number int NOT NULL CONSTRAINT machine_rule_revision_number_positive CHECK (number >= 1),
  hash text NOT NULL,
  content text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  PRIMARY KEY (machine_id, number),
  CONSTRAINT machine_rule_revision_once UNIQUE (machine_id, hash),
  CONSTRAINT machine_rule_revision_hash_of_content CHECK (hash = encode(sha256(convert_to(content, 'UTF8')), 'hex'))
);
CREATE TRIGGER machine_rule_revision_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON machine_rule_revision
  FOR EACH STATEMENT EXECUTE FUNCTION version_is_immutable();
ALTER TABLE machine_rule_revision ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON machine_rule_revision TO packhouse_staff USING (true);
GRANT SELECT, INSERT ON machine_rule_revision TO packhouse_app;
