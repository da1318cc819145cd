-- The machine library: types with their fields, machines with typed values, tags, packaging styles, options, what fits what, and
-- documents.

-- A rule of a table under its own name: a row trigger whose function raises the name of the trigger.
CREATE PROCEDURE add_rule(target regclass, rule text, moment text, function_name text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER %I %s ON %s FOR EACH ROW EXECUTE FUNCTION %I()', rule, moment, target, function_name);
END
$$;
-- Pairs of rows: they go with either, and are found from both sides.
CREATE PROCEDURE add_pairs(pairs text, own text, owner text, other text, other_owner text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TABLE %1$I (%2$I uuid NOT NULL REFERENCES %3$I (id) ON DELETE CASCADE,
    %4$I uuid NOT NULL REFERENCES %5$I (id) ON DELETE CASCADE, PRIMARY KEY (%2$I, %4$I))', pairs, own, owner, other, other_owner);
  EXECUTE format('CREATE INDEX %I ON %I (%I)', pairs || '_by_' || replace(other, '_id', ''), pairs, other);
  CALL protect_for_staff(pairs::regclass);
END
$$;
-- Dimensions from the smallest to the largest, of which either may be open.
CREATE PROCEDURE add_spans(target text, VARIADIC names text[]) LANGUAGE plpgsql AS $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY names LOOP
    EXECUTE format('ALTER TABLE %1$I ADD %2$I double precision, ADD %3$I double precision,
      ADD CONSTRAINT %4$I CHECK (%2$I <= %3$I)', target, name || '_min', name || '_max', target || '_' || name || '_order');
  END LOOP;
END
$$;
-- So many rows of a parent: what is read or copied as a whole has a bound. Arguments: the column of the parent, and the number.
CREATE FUNCTION at_most_of_parent() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  parent uuid := to_jsonb(NEW) ->> TG_ARGV[0];
  is_full boolean;
BEGIN
  EXECUTE format('SELECT count(*) >= $2 FROM %I.%I WHERE %I = $1', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_ARGV[0])
    INTO is_full USING parent, TG_ARGV[1]::int;
  IF is_full THEN
    RAISE EXCEPTION 'there are as many as there may be' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;

CREATE TABLE machine_type (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  category text NOT NULL CONSTRAINT machine_type_category_known CHECK (category IN ('vffs', 'hffs', 'flowWrapper', 'traySealer',
    'cartoner', 'casePacker', 'palletiser', 'labeller', 'weigher')),
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX machine_type_code_taken ON machine_type (lower(code)) WHERE deleted_at IS NULL;
CALL add_stamps('machine_type');
CALL protect_for_staff('machine_type');

CREATE TABLE field_spec (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  type_id uuid NOT NULL REFERENCES machine_type (id) ON DELETE CASCADE,
  key text NOT NULL CONSTRAINT field_spec_key_pattern CHECK (key ~ '^[a-z][A-Za-z0-9]{0,39}$'),
  label text NOT NULL COLLATE "und-x-icu",
  kind text NOT NULL CONSTRAINT field_spec_kind_known CHECK (kind IN ('number', 'text', 'boolean', 'enum', 'range')),
  unit text,
  min double precision,
  max double precision,
  options text[] NOT NULL,
  required boolean NOT NULL,
  filterable boolean NOT NULL,
  in_quote boolean NOT NULL,
  sort int NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(key || ' ' || label)) STORED,
  CONSTRAINT field_spec_min_not_over_max CHECK (min <= max),
  CONSTRAINT field_spec_options_of_enum CHECK (kind <> 'enum' OR cardinality(options) > 0)
);
CREATE UNIQUE INDEX field_spec_key_taken ON field_spec (type_id, lower(key));
CREATE TRIGGER field_spec_most_of_type BEFORE INSERT ON field_spec
  FOR EACH ROW EXECUTE FUNCTION at_most_of_parent('type_id', 200);
CALL add_stamps('field_spec');
CALL protect_for_staff('field_spec');

CREATE TABLE library_machine (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  model text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  type_id uuid NOT NULL REFERENCES machine_type (id),
  supplier_id uuid REFERENCES supplier (id),
  lifecycle text NOT NULL CONSTRAINT library_machine_lifecycle_known CHECK (lifecycle IN ('draft', 'active', 'obsolete')),
  design_speed double precision,
  design_speed_unit text,
  width_mm int,
  depth_mm int,
  height_mm int,
  weight_kg double precision,
  voltage int,
  phases int,
  power_kw double precision,
  air_bar double precision,
  air_litres_per_minute double precision,
  ip_rating text,
  base_price numeric(16, 4),
  currency text CONSTRAINT library_machine_currency_fkey REFERENCES currency (code),
  lead_weeks int,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(model || ' ' || name)) STORED
);
CREATE UNIQUE INDEX library_machine_model_taken ON library_machine (lower(model)) WHERE deleted_at IS NULL;
CREATE INDEX library_machine_of_type ON library_machine (type_id);
CREATE INDEX library_machine_of_supplier ON library_machine (supplier_id);
CALL add_stamps('library_machine');
CALL protect_for_staff('library_machine');

-- A value by the kind of its field: a number in `number_from`, a range in both, a text or an option in `words`, yes or no in `flag`.
CREATE TABLE spec_value (
  machine_id uuid NOT NULL REFERENCES library_machine (id) ON DELETE CASCADE,
  field_spec_id uuid NOT NULL REFERENCES field_spec (id),
  number_from double precision,
  number_to double precision,
  words text CONSTRAINT spec_value_words_length CHECK (char_length(words) BETWEEN 1 AND 500),
  flag boolean,
  PRIMARY KEY (machine_id, field_spec_id),
  CONSTRAINT spec_value_of_one_kind CHECK (num_nonnulls(number_from, words, flag) = 1),
  CONSTRAINT spec_value_range_order CHECK (number_to IS NULL OR number_from <= number_to)
);
CREATE INDEX spec_value_of_field ON spec_value (field_spec_id, number_from);
CALL protect_for_staff('spec_value');

-- What a field means stays what it is as long as a machine has a value of it.
CREATE FUNCTION field_spec_fits_values() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  broken text := CASE
    WHEN NOT EXISTS (SELECT FROM spec_value WHERE field_spec_id = NEW.id) THEN NULL
    WHEN NEW.key <> OLD.key THEN 'field_spec_key_frozen'
    WHEN NEW.kind <> OLD.kind THEN 'field_spec_kind_frozen'
    -- Limits in the wrong order have a rule of their own.
    WHEN NEW.min > NEW.max THEN NULL
    WHEN EXISTS (SELECT FROM spec_value WHERE field_spec_id = NEW.id
      AND (number_from < NEW.min OR coalesce(number_to, number_from) > NEW.max)) THEN 'field_spec_limits_of_values'
    WHEN NEW.kind = 'enum' AND EXISTS (SELECT FROM spec_value WHERE field_spec_id = NEW.id AND words <> ALL (NEW.options))
      THEN 'field_spec_options_of_values'
  END;
BEGIN
  IF broken IS NOT NULL THEN
    RAISE EXCEPTION 'machines have values of the field' USING ERRCODE = '23514', CONSTRAINT = broken;
  END IF;
  RETURN NEW;
END
$$;
-- One trigger for each rule, so that each is found under its name; each of them checks all.
CALL add_rule('field_spec', 'field_spec_key_frozen', 'BEFORE UPDATE OF key', 'field_spec_fits_values');
CALL add_rule('field_spec', 'field_spec_kind_frozen', 'BEFORE UPDATE OF kind', 'field_spec_fits_values');
CALL add_rule('field_spec', 'field_spec_limits_of_values', 'BEFORE UPDATE OF min, max', 'field_spec_fits_values');
CALL add_rule('field_spec', 'field_spec_options_of_values', 'BEFORE UPDATE OF options', 'field_spec_fits_values');

CREATE FUNCTION library_machine_type_frozen() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.type_id <> OLD.type_id AND EXISTS (SELECT FROM spec_value WHERE machine_id = NEW.id) THEN
    RAISE EXCEPTION 'the machine has values of the fields of its type'
      USING ERRCODE = '23514', CONSTRAINT = 'library_machine_type_frozen';
  END IF;
  RETURN NEW;
END
$$;
CALL add_rule('library_machine', 'library_machine_type_frozen', 'BEFORE UPDATE OF type_id', 'library_machine_type_frozen');

CREATE FUNCTION library_machine_model_frozen() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF lower(NEW.model) <> lower(OLD.model) AND EXISTS (SELECT FROM machine WHERE lower(configuration_id) = lower(OLD.model)) THEN
    RAISE EXCEPTION 'installed machines were built as it'
      USING ERRCODE = '23514', CONSTRAINT = 'library_machine_model_frozen';
  END IF;
  RETURN NEW;
END
$$;
CALL add_rule('library_machine', 'library_machine_model_frozen', 'BEFORE UPDATE OF model', 'library_machine_model_frozen');
CREATE INDEX machine_built_as ON machine (lower(configuration_id));

CREATE FUNCTION library_machine_required_specs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.lifecycle <> 'draft' AND EXISTS (
    SELECT FROM field_spec f WHERE f.type_id = NEW.type_id AND f.required
      AND NOT EXISTS (SELECT FROM spec_value v WHERE v.machine_id = NEW.id AND v.field_spec_id = f.id)
  ) THEN
    RAISE EXCEPTION 'a required field has no value'
      USING ERRCODE = '23514', CONSTRAINT = 'library_machine_required_specs';
  END IF;
  RETURN NEW;
END
$$;
CALL add_rule('library_machine', 'library_machine_required_specs', 'BEFORE INSERT OR UPDATE OF lifecycle, type_id', 'library_machine_required_specs');

CREATE TABLE library_tag (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  colour text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX library_tag_name_taken ON library_tag (lower(name));
CALL add_stamps('library_tag');
CALL protect_for_staff('library_tag');

CALL add_pairs('library_machine_tag', 'machine_id', 'library_machine', 'tag_id', 'library_tag');

CREATE TABLE packaging_style (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  family text NOT NULL CONSTRAINT packaging_style_family_known CHECK (family IN ('bag', 'pouch', 'tray', 'carton', 'case')),
  standard_ref text,
  swap_length_width boolean NOT NULL,
  materials text[] NOT NULL,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name || ' ' || coalesce(standard_ref, ''))) STORED
);
CALL add_spans('packaging_style', 'length', 'width', 'height');
CREATE UNIQUE INDEX packaging_style_code_taken ON packaging_style (lower(code)) WHERE deleted_at IS NULL;
CALL add_stamps('packaging_style');
CALL protect_for_staff('packaging_style');

CREATE TABLE option_definition (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  category text,
  input_kind text NOT NULL CONSTRAINT option_definition_input_kind_known CHECK (input_kind IN ('yesNo', 'choice', 'number')),
  choices text[] NOT NULL,
  unit text,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name || ' ' || coalesce(category, ''))) STORED,
  CONSTRAINT option_definition_choices_of_choice CHECK (input_kind <> 'choice' OR cardinality(choices) > 0)
);
CREATE UNIQUE INDEX option_definition_code_taken ON option_definition (lower(code)) WHERE deleted_at IS NULL;
CALL add_stamps('option_definition');
CALL protect_for_staff('option_definition');

CREATE TABLE machine_option (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES library_machine (id) ON DELETE CASCADE,
  definition_id uuid NOT NULL REFERENCES option_definition (id),
  name text NOT NULL COLLATE "und-x-icu",
  availability text NOT NULL CONSTRAINT machine_option_availability_known CHECK (availability IN ('standard', 'optional')),
  price numeric(16, 4),
  lead_days int,
  notes text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  CONSTRAINT machine_option_once UNIQUE (machine_id, definition_id)
);
CREATE INDEX machine_option_of_definition ON machine_option (definition_id);
CREATE TRIGGER machine_option_most_of_machine BEFORE INSERT ON machine_option
  FOR EACH ROW EXECUTE FUNCTION at_most_of_parent('machine_id', 1000);
CALL add_stamps('machine_option');
CALL protect_for_staff('machine_option');

CALL add_pairs('machine_option_requires', 'option_id', 'machine_option', 'other_id', 'machine_option');
CALL add_pairs('machine_option_excludes', 'option_id', 'machine_option', 'other_id', 'machine_option');

CREATE FUNCTION machine_option_pair_same_machine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.option_id = NEW.other_id OR NOT EXISTS (
    SELECT FROM machine_option a JOIN machine_option b ON b.machine_id = a.machine_id
    WHERE a.id = NEW.option_id AND b.id = NEW.other_id
  ) THEN
    RAISE EXCEPTION 'the option is of another machine, or is the option itself' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CALL add_rule('machine_option_requires', 'machine_option_requires_same_machine', 'BEFORE INSERT', 'machine_option_pair_same_machine');
CALL add_rule('machine_option_excludes', 'machine_option_excludes_same_machine', 'BEFORE INSERT', 'machine_option_pair_same_machine');

-- Two changes that would contradict each other together follow each other here; those of other machines wait for nobody.
CREATE FUNCTION lock_option_rules(machine uuid) RETURNS void LANGUAGE sql
  RETURN pg_advisory_xact_lock(hashtext('machine_option_rules'), hashtext(machine::text));

-- What options require, directly and by what they require, and what requires them: each visits a pair once, whatever the order.
CREATE FUNCTION required_options(options uuid[]) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE needed AS (
    SELECT other_id FROM machine_option_requires WHERE option_id = ANY(options)
    UNION SELECT r.other_id FROM machine_option_requires r JOIN needed n ON r.option_id = n.other_id
  ) SELECT other_id FROM needed
$$;
CREATE FUNCTION requiring_options(option uuid) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  WITH RECURSIVE needing AS (
    SELECT option_id FROM machine_option_requires WHERE other_id = option
    UNION SELECT r.option_id FROM machine_option_requires r JOIN needing n ON r.other_id = n.option_id
  ) SELECT option_id FROM needing
$$;

-- One check for a statement, however many pairs it makes. A copy of rules that hold together needs none.
CREATE FUNCTION machine_option_contradiction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid;
  needed uuid[];
  beside uuid[];
  broken boolean := false;
BEGIN
  IF coalesce(current_setting('packhouse.copies_option_rules', true), '') = 'yes' THEN
    RETURN NULL;
  END IF;
  PERFORM lock_option_rules(machine_id) FROM (
    SELECT DISTINCT machine_id FROM machine_option WHERE id IN (SELECT option_id FROM added) ORDER BY machine_id) machines;
  FOR changed IN SELECT DISTINCT option_id FROM added LOOP
    needed := ARRAY(SELECT required_options(ARRAY[changed]));
    IF TG_NAME = 'machine_option_requires_acyclic' THEN
      broken := changed = ANY (needed);
    ELSE
      -- An option is chosen together with all that it requires. What may stand beside the changed one is whatever any option
      -- requires that requires the changed one, so that only pairs of these two sets can contradict.
      needed := needed || changed;
      beside := changed || ARRAY(SELECT requiring_options(changed));
      beside := beside || ARRAY(SELECT required_options(beside));
      broken := EXISTS (SELECT FROM machine_option_excludes e JOIN unnest(needed) n ON n = e.option_id JOIN unnest(beside) b ON b = e.other_id)
        OR EXISTS (SELECT FROM machine_option_excludes e JOIN unnest(needed) n ON n = e.other_id JOIN unnest(beside) b ON b = e.option_id);
    END IF;
    IF broken THEN
      RAISE EXCEPTION 'the rules of the options contradict each other' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER machine_option_requires_acyclic AFTER INSERT ON machine_option_requires
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION machine_option_contradiction();
CREATE TRIGGER machine_option_requires_no_excluded AFTER INSERT ON machine_option_requires
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION machine_option_contradiction();
CREATE TRIGGER machine_option_excludes_no_required AFTER INSERT ON machine_option_excludes
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION machine_option_contradiction();

CREATE TABLE machine_document (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid REFERENCES machine (id) ON DELETE CASCADE,
  library_machine_id uuid REFERENCES library_machine (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT machine_document_kind_known CHECK (kind IN ('manual', 'electrical', 'pneumatic', 'spares',
    'ceDeclaration', 'fat', 'sat', 'certificate')),
  title text NOT NULL COLLATE "und-x-icu",
  language text,
  revision text NOT NULL,
  valid_from date,
  visibility text NOT NULL CONSTRAINT machine_document_visibility_known CHECK (visibility IN ('internal', 'customer')),
  supersedes_id uuid REFERENCES machine_document (id),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(title || ' ' || revision)) STORED,
  CONSTRAINT machine_document_of_one_machine CHECK (num_nonnulls(machine_id, library_machine_id) = 1)
);
CREATE INDEX machine_document_of_machine ON machine_document (machine_id);
CREATE INDEX machine_document_of_library_machine ON machine_document (library_machine_id);
CREATE UNIQUE INDEX machine_document_supersedes_taken ON machine_document (supersedes_id) WHERE deleted_at IS NULL;
CALL add_stamps('machine_document');
CALL protect_for_staff('machine_document');

-- The library machine that a machine was built as, of which the caller sees nothing itself; null where the caller may not see the machine.
CREATE FUNCTION model_of_machine(machine_key int) RETURNS uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (
    SELECT l.id FROM library_machine l JOIN machine m ON lower(m.configuration_id) = lower(l.model)
    WHERE l.deleted_at IS NULL AND m.key = machine_key AND (scope_is_all() OR m.customer_id = scope_customer()));
CREATE FUNCTION is_model_of_own_machine(library_machine uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (
    SELECT FROM library_machine l JOIN machine m ON lower(m.configuration_id) = lower(l.model)
    WHERE l.id = library_machine AND l.deleted_at IS NULL AND m.deleted_at IS NULL AND m.customer_id = scope_customer());
REVOKE EXECUTE ON FUNCTION model_of_machine, is_model_of_own_machine FROM PUBLIC;
GRANT EXECUTE ON FUNCTION model_of_machine, is_model_of_own_machine TO packhouse_app;
CREATE POLICY of_own_machine ON machine_document FOR SELECT TO packhouse_app USING (
  visibility = 'customer' AND deleted_at IS NULL
  AND (machine_id IN (SELECT id FROM machine) OR is_model_of_own_machine(library_machine_id)));

CREATE FUNCTION machine_document_supersedes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  broken boolean;
BEGIN
  IF NEW.supersedes_id IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_NAME = 'machine_document_supersedes_acyclic' THEN
    PERFORM pg_advisory_xact_lock(hashtext('tree:machine_document'));
    WITH RECURSIVE older AS (
      SELECT id, supersedes_id FROM machine_document WHERE id = NEW.supersedes_id
      UNION SELECT d.id, d.supersedes_id FROM machine_document d JOIN older o ON d.id = o.supersedes_id
    ) SELECT EXISTS (SELECT FROM older WHERE NEW.id IN (id, supersedes_id)) INTO broken;
  ELSE
    SELECT NOT EXISTS (SELECT FROM machine_document WHERE id = NEW.supersedes_id
      AND (machine_id, library_machine_id) IS NOT DISTINCT FROM (NEW.machine_id, NEW.library_machine_id)) INTO broken;
  END IF;
  IF broken THEN
    RAISE EXCEPTION 'it cannot supersede that document' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CALL add_rule('machine_document', 'machine_document_supersedes_acyclic', 'BEFORE INSERT OR UPDATE OF supersedes_id',
  'machine_document_supersedes');
-- A missing document is reported by the foreign key, which is checked later.
CALL add_rule('machine_document', 'machine_document_supersedes_same_machine', 'AFTER INSERT OR UPDATE OF supersedes_id',
  'machine_document_supersedes');

CREATE TABLE compatibility (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES library_machine (id) ON DELETE CASCADE,
  style_id uuid NOT NULL REFERENCES packaging_style (id) ON DELETE CASCADE,
  result text NOT NULL CONSTRAINT compatibility_result_known CHECK (result IN ('yes', 'conditional', 'no', 'unknown')),
  materials text[] NOT NULL,
  tooling_cost numeric(16, 4),
  evidence text CONSTRAINT compatibility_evidence_known CHECK (evidence IN ('measured', 'acceptanceTest', 'reference', 'judgement')),
  document_id uuid REFERENCES machine_document (id),
  verified_by_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  verified_on date,
  notes text,
  CONSTRAINT compatibility_once UNIQUE (machine_id, style_id)
);
CALL add_spans('compatibility', 'speed', 'length', 'width', 'height');
CREATE INDEX compatibility_of_style ON compatibility (style_id, machine_id);
CREATE INDEX compatibility_of_document ON compatibility (document_id);
CREATE INDEX compatibility_verified_by ON compatibility (verified_by_id);
CALL add_stamps('compatibility');
CALL protect_for_staff('compatibility');
-- The history of a pair, also of cells that are gone.
CREATE INDEX audit_entry_of_compatibility ON audit_entry
  ((coalesce(after, before) ->> 'machineId'), (coalesce(after, before) ->> 'styleId')) WHERE resource = 'compatibility';

CALL add_pairs('compatibility_required_option', 'compatibility_id', 'compatibility', 'option_id', 'machine_option');
CALL add_pairs('compatibility_excluded_option', 'compatibility_id', 'compatibility', 'option_id', 'machine_option');

CREATE FUNCTION compatibility_option_same_machine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM compatibility c JOIN machine_option o ON o.machine_id = c.machine_id
    WHERE c.id = NEW.compatibility_id AND o.id = NEW.option_id
  ) THEN
    RAISE EXCEPTION 'the option is of another machine' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE FUNCTION compatibility_option_not_both() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM compatibility_required_option r JOIN compatibility_excluded_option e USING (compatibility_id, option_id)
    WHERE compatibility_id = NEW.compatibility_id AND option_id = NEW.option_id
  ) THEN
    RAISE EXCEPTION 'the option is required and excluded' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
-- A conditional answer says under which conditions. A transaction that makes the cell before its options defers the rule.
CREATE FUNCTION compatibility_has_condition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cell uuid := coalesce(to_jsonb(OLD) ->> 'compatibility_id', to_jsonb(NEW) ->> 'id');
BEGIN
  -- Two who take the last two options away follow each other.
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM compatibility WHERE id = cell FOR NO KEY UPDATE;
  END IF;
  IF EXISTS (
    SELECT FROM compatibility c WHERE c.id = cell AND c.result = 'conditional' AND c.materials = '{}' AND num_nonnulls(c.speed_min,
      c.speed_max, c.length_min, c.length_max, c.width_min, c.width_max, c.height_min, c.height_max, c.tooling_cost) = 0
      AND NOT EXISTS (SELECT FROM compatibility_required_option WHERE compatibility_id = cell)
      AND NOT EXISTS (SELECT FROM compatibility_excluded_option WHERE compatibility_id = cell)
  ) THEN
    -- Whoever deletes an option is answered that something refers to it.
    RAISE EXCEPTION 'a conditional answer has no condition' USING ERRCODE = '23503', TABLE = 'compatibility',
      CONSTRAINT = 'compatibility_has_condition';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER compatibility_has_condition AFTER INSERT OR UPDATE ON compatibility
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW WHEN (NEW.result = 'conditional') EXECUTE FUNCTION compatibility_has_condition();
DO $$
DECLARE
  pairs text;
BEGIN
  FOREACH pairs IN ARRAY ARRAY['compatibility_required_option', 'compatibility_excluded_option'] LOOP
    CALL add_rule(pairs, pairs || '_same_machine', 'BEFORE INSERT', 'compatibility_option_same_machine');
    CALL add_rule(pairs, pairs || '_not_both', 'AFTER INSERT', 'compatibility_option_not_both');
    -- At the commit: whoever replaces all options takes the old ones away first.
    EXECUTE format('CREATE CONSTRAINT TRIGGER compatibility_has_condition AFTER DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION compatibility_has_condition()', pairs);
  END LOOP;
END
$$;

-- What the matrix is made of has one number, which rises with every transaction that changes it. It is raised at the commit, so that
-- nobody waits for it while holding rows that others want.
CREATE TABLE compatibility_revision (number int NOT NULL);
INSERT INTO compatibility_revision VALUES (1);
CALL protect_for_staff('compatibility_revision');
REVOKE INSERT, UPDATE, DELETE ON compatibility_revision FROM packhouse_app;
CREATE FUNCTION raise_compatibility_revision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.compatibility_raised', true), '') = '' THEN
    PERFORM set_config('packhouse.compatibility_raised', 'yes', true);
    UPDATE compatibility_revision SET number = number + 1;
  END IF;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['library_machine', 'packaging_style', 'compatibility'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER raise_compatibility_revision AFTER INSERT OR UPDATE OR DELETE ON %I
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_compatibility_revision()', part);
  END LOOP;
END
$$;

DROP PROCEDURE add_rule, add_pairs, add_spans;
