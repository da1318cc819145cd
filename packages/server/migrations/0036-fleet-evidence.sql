-- What installed machines do in the field, by machine, day (UTC) and recipe. The rules are in decision 0044.

-- The packaging style that a recipe makes; one for a machine overrides one for its library machine, which overrides one for all.
CREATE TABLE recipe_style (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  recipe text NOT NULL COLLATE "und-x-icu",
  style_id uuid NOT NULL REFERENCES packaging_style (id),
  library_machine_id uuid REFERENCES library_machine (id) ON DELETE CASCADE,
  machine_id uuid REFERENCES machine (id) ON DELETE CASCADE,
  notes text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(recipe)) STORED
);
CREATE UNIQUE INDEX recipe_style_once ON recipe_style (lower(recipe), library_machine_id, machine_id) NULLS NOT DISTINCT;
CREATE INDEX recipe_style_of_style ON recipe_style (style_id);
CREATE INDEX recipe_style_of_library_machine ON recipe_style (library_machine_id);
CREATE INDEX recipe_style_of_machine ON recipe_style (machine_id);
CALL add_stamps('recipe_style');
CALL protect_for_staff('recipe_style');

-- Days that have to be counted, perhaps again: the ingest names a day that was over when something of it changed. Whoever has counted
-- it removes the mark that was there before; a newer one has another number and stays.
CREATE SEQUENCE changed_day_mark;
CREATE TABLE changed_day (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  day date NOT NULL,
  mark bigint NOT NULL DEFAULT nextval('changed_day_mark'),
  PRIMARY KEY (day, machine_key)
);
CREATE INDEX changed_day_of_machine ON changed_day (machine_key);

-- What goes on at the end of a counted day: the speed and the recipe that were reported last.
CREATE TABLE fleet_day (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  day date NOT NULL,
  speed double precision,
  speed_at timestamptz,
  recipe text COLLATE "und-x-icu",
  recipe_at timestamptz,
  PRIMARY KEY (machine_key, day)
);
CREATE INDEX fleet_day_by_day ON fleet_day (day);

-- Running time of a machine on a day with a recipe (empty: none is known), as a sketch that days and machines can be added up from:
-- {"bins": [...], "ms": [...], "made": [...], "unknownMs": 0}. It is read whole and never looked into, so that it is json and no jsonb.
CREATE TABLE fleet_running (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  recipe text NOT NULL COLLATE "und-x-icu",
  day date NOT NULL,
  sketch json NOT NULL,
  PRIMARY KEY (machine_key, recipe, day)
);
CREATE INDEX fleet_running_by_day ON fleet_running (machine_key, day);

-- The sum over all days of a machine and a recipe, changed together with them.
CREATE TABLE fleet_total (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  recipe text NOT NULL COLLATE "und-x-icu",
  sketch json NOT NULL,
  -- All of its running time, with a known speed or not.
  running_ms double precision NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (machine_key, recipe)
);

-- How far days were named to be counted, when days were last counted, and a number that rises with whatever answers are made of.
CREATE TABLE fleet_progress (number int NOT NULL, next_day date, worked_out_at timestamptz);
INSERT INTO fleet_progress VALUES (1, NULL, NULL);

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['changed_day', 'fleet_day', 'fleet_running', 'fleet_total', 'fleet_progress'] LOOP
    EXECUTE format('CALL protect_for_staff(%L)', part);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM packhouse_app', part);
  END LOOP;
END
$$;

-- Raised at the commit, so that nobody waits for it while holding rows that others want.
CREATE FUNCTION raise_fleet_number() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.fleet_raised', true), '') = '' THEN
    PERFORM set_config('packhouse.fleet_raised', 'yes', true);
    UPDATE fleet_progress SET number = number + 1;
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER raise_fleet_number AFTER INSERT OR UPDATE OR DELETE ON recipe_style
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_fleet_number();
CREATE CONSTRAINT TRIGGER raise_fleet_number AFTER UPDATE ON machine DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.configuration_id, OLD.deleted_at) IS DISTINCT FROM (NEW.configuration_id, NEW.deleted_at))
  EXECUTE FUNCTION raise_fleet_number();
