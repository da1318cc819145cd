-- Conditions of promises that are checked, and what became of promises. The rules are in decision 0122.
ALTER TABLE promise
  ADD COLUMN recipe text,
  ADD COLUMN tag text,
  ADD COLUMN tag_value text,
  ADD COLUMN tag_least double precision CONSTRAINT promise_tag_least_bounds CHECK (tag_least BETWEEN -1000000000 AND 1000000000),
  ADD COLUMN tag_most double precision CONSTRAINT promise_tag_most_bounds CHECK (tag_most BETWEEN -1000000000 AND 1000000000);

-- What a screen and a job read of one machine stays bounded.
CREATE FUNCTION promise_most() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('promises'), hashtext(NEW.machine_id::text));
  IF (SELECT count(*) FROM promise WHERE machine_id = NEW.machine_id AND deleted_at IS NULL) > 100 THEN
    RAISE EXCEPTION 'the machine has as many promises as it may have' USING ERRCODE = '23514', CONSTRAINT = 'promise_most';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER promise_most AFTER INSERT ON promise FOR EACH ROW EXECUTE FUNCTION promise_most();
CREATE TRIGGER promise_most_again AFTER UPDATE OF deleted_at ON promise FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION promise_most();

-- Running time of a machine on a day with a recipe under a condition that promises name (empty: under none), counted together with fleet_running: the
-- speed (null without a condition: fleet_running has it), the speed that was set, and the running time that was not under the condition.
CREATE TABLE promise_running (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  day date NOT NULL,
  condition text NOT NULL,
  recipe text NOT NULL COLLATE "und-x-icu",
  sketch json,
  set_sketch json NOT NULL,
  other_ms double precision NOT NULL,
  PRIMARY KEY (machine_key, day, condition, recipe)
);

-- What became of each promised speed. It is due while the mark is another one than that which was judged: whatever it follows from gives it a new mark.
CREATE SEQUENCE promise_mark;
CREATE TABLE promise_outcome (
  promise_id uuid PRIMARY KEY REFERENCES promise (id) ON DELETE CASCADE,
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  mark bigint NOT NULL DEFAULT nextval('promise_mark'),
  judged_mark bigint,
  judged_to date,
  live double precision,
  result text CONSTRAINT promise_outcome_result_known CHECK (result IN ('kept', 'missed', 'notMeasured'))
);
CREATE INDEX promise_outcome_of_machine ON promise_outcome (machine_key);

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['promise_running', 'promise_outcome'] LOOP
    EXECUTE format('CALL protect_for_staff(%L)', part);
    EXECUTE format('REVOKE INSERT, UPDATE, DELETE ON %I FROM packhouse_app', part);
    EXECUTE format('CALL hold_to_sharing(%L)', part);
  END LOOP;
END
$$;

-- Names the counted days of the longest look back, so that they are counted with the conditions of the machine as they are now.
CREATE FUNCTION count_days_again(machine int) RETURNS void LANGUAGE sql SET search_path = public AS $$
  INSERT INTO changed_day (machine_key, day)
  SELECT machine_key, day FROM fleet_day WHERE machine_key = machine AND day > current_date - 53 * 7
  ON CONFLICT (day, machine_key) DO UPDATE SET mark = excluded.mark
$$;

CREATE FUNCTION promise_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  machine int := (SELECT key FROM machine WHERE id = NEW.machine_id);
BEGIN
  IF NEW.kind <> 'speed' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM promise_outcome WHERE promise_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO promise_outcome (promise_id, machine_key) VALUES (NEW.id, machine)
  ON CONFLICT (promise_id) DO UPDATE SET mark = excluded.mark;
  IF NOT EXISTS (
    SELECT FROM promise p WHERE p.machine_id = NEW.machine_id AND p.id <> NEW.id AND p.kind = 'speed' AND p.deleted_at IS NULL
      AND (p.tag, p.tag_value, p.tag_least, p.tag_most) IS NOT DISTINCT FROM (NEW.tag, NEW.tag_value, NEW.tag_least, NEW.tag_most)
  ) THEN
    PERFORM count_days_again(machine);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER promise_entered AFTER INSERT ON promise FOR EACH ROW EXECUTE FUNCTION promise_changed();
CREATE TRIGGER promise_changed AFTER UPDATE ON promise FOR EACH ROW
  WHEN ((OLD.kind, OLD.direction, OLD.figure, OLD.style_id, OLD.recipe, OLD.tag, OLD.tag_value, OLD.tag_least, OLD.tag_most, OLD.deleted_at)
    IS DISTINCT FROM (NEW.kind, NEW.direction, NEW.figure, NEW.style_id, NEW.recipe, NEW.tag, NEW.tag_value, NEW.tag_least, NEW.tag_most, NEW.deleted_at))
  EXECUTE FUNCTION promise_changed();

CREATE FUNCTION running_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  -- In one order, so that two that change the same promises do not wait for each other.
  PERFORM FROM promise_outcome WHERE machine_key IN (SELECT machine_key FROM changed) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_outcome SET mark = nextval('promise_mark') WHERE machine_key IN (SELECT machine_key FROM changed);
  RETURN NULL;
END
$$;
CREATE TRIGGER promises_of_running AFTER INSERT ON fleet_running REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION running_of_promises_changed();
CREATE TRIGGER promises_of_running_gone AFTER DELETE ON fleet_running REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION running_of_promises_changed();

CREATE FUNCTION styles_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM FROM promise_outcome o JOIN promise p ON p.id = o.promise_id WHERE p.style_id IS NOT NULL ORDER BY o.promise_id FOR UPDATE OF o;
  UPDATE promise_outcome o SET mark = nextval('promise_mark') FROM promise p WHERE p.id = o.promise_id AND p.style_id IS NOT NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER promises_of_recipe_style AFTER INSERT OR UPDATE OR DELETE ON recipe_style
  FOR EACH STATEMENT EXECUTE FUNCTION styles_of_promises_changed();

-- Promises that are there. Days up to now are counted for them again in the background.
INSERT INTO promise_outcome (promise_id, machine_key)
SELECT p.id, m.key FROM promise p JOIN machine m ON m.id = p.machine_id WHERE p.kind = 'speed' AND p.deleted_at IS NULL;
SELECT count_days_again(key) FROM (SELECT DISTINCT machine_key AS key FROM promise_outcome) machines;
