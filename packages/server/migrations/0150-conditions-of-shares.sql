-- Works with code from: 0124
-- Promised availabilities and rejects count under their conditions. The rules are in decision 0170.

-- Whether a promise follows from when its machine had which recipe or when a tag was as it says, whatever the machine did meanwhile.
CREATE FUNCTION promise_asks_for_times(promise promise) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN promise.kind IN ('availability', 'rejectRate') AND promise.deleted_at IS NULL AND num_nonnulls(promise.style_id, promise.recipe, promise.tag) > 0;

-- When something held on a day, counted together with fleet_running: pairs of Unix ms. Without a condition `held` is a recipe (empty: none is known), with
-- the condition of a tag, written as in promise_running, whether it was met.
CREATE TABLE promise_time (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  day date NOT NULL,
  condition text NOT NULL,
  held text NOT NULL COLLATE "und-x-icu",
  times json NOT NULL,
  PRIMARY KEY (machine_key, day, condition, held)
);
CALL protect_for_staff('promise_time');
REVOKE INSERT, UPDATE, DELETE ON promise_time FROM packhouse_app;
CALL hold_to_sharing('promise_time');

-- A day on which a machine stood still has such times and no running time.
CREATE FUNCTION times_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM judge_shares_again(ARRAY(SELECT DISTINCT machine_key FROM changed));
  RETURN NULL;
END
$$;
CREATE TRIGGER promises_of_time AFTER INSERT ON promise_time REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION times_of_promises_changed();
CREATE TRIGGER promises_of_time_gone AFTER DELETE ON promise_time REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION times_of_promises_changed();

-- As before, and days are counted again for the first promise of a machine that asks for such times, and for each condition of a tag.
CREATE OR REPLACE FUNCTION promise_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  machine int := (SELECT key FROM machine WHERE id = NEW.machine_id);
BEGIN
  IF NEW.kind <> 'speed' OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM promise_outcome WHERE promise_id = NEW.id;
  END IF;
  IF NEW.kind NOT IN ('availability', 'rejectRate') OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM promise_share_outcome WHERE promise_id = NEW.id;
  ELSE
    INSERT INTO promise_share_outcome (promise_id, machine_key) VALUES (NEW.id, machine)
    ON CONFLICT (promise_id) DO UPDATE SET mark = excluded.mark;
  END IF;
  IF promise_asks_for_times(NEW) AND NOT EXISTS (
    SELECT FROM promise p WHERE p.machine_id = NEW.machine_id AND p.id <> NEW.id AND promise_asks_for_times(p)
      AND (p.tag, p.tag_value, p.tag_least, p.tag_most) IS NOT DISTINCT FROM (NEW.tag, NEW.tag_value, NEW.tag_least, NEW.tag_most)
  ) THEN
    PERFORM count_days_again(machine);
  END IF;
  IF NEW.kind <> 'speed' OR NEW.deleted_at IS NOT NULL THEN
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

-- As before, of promised availabilities and rejects too.
CREATE OR REPLACE FUNCTION styles_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  marked uuid[] := ARRAY(
    WITH styled AS (
      SELECT DISTINCT fold_case(recipe) AS folded, machine_id, library_machine_id FROM changed
    ), concerned AS (
      SELECT t.machine_key, NULL::uuid AS promise_id, s.machine_id, s.library_machine_id
      FROM styled s JOIN fleet_total t ON fold_case(t.recipe) = s.folded
      UNION ALL
      SELECT o.machine_key, o.promise_id, s.machine_id, s.library_machine_id
      FROM styled s JOIN promise p ON fold_case(btrim(p.recipe)) = s.folded JOIN every_promise_outcome o ON o.promise_id = p.id
    )
    SELECT DISTINCT o.promise_id
    FROM concerned c JOIN machine m ON m.key = c.machine_key JOIN every_promise_outcome o ON o.machine_key = m.key JOIN promise p ON p.id = o.promise_id
    WHERE p.style_id IS NOT NULL AND (c.promise_id IS NULL OR c.promise_id = o.promise_id)
      AND (c.machine_id IS NULL OR c.machine_id = m.id)
      AND (c.library_machine_id IS NULL
        OR EXISTS (SELECT FROM library_machine l WHERE l.id = c.library_machine_id AND fold_case(l.model) = fold_case(m.configuration_id)))
  );
BEGIN
  -- In one order, so that two that change the same promises do not wait for each other.
  PERFORM FROM promise_outcome WHERE promise_id = ANY (marked) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_outcome SET mark = nextval('promise_mark') WHERE promise_id = ANY (marked);
  PERFORM FROM promise_share_outcome WHERE promise_id = ANY (marked) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_share_outcome SET mark = nextval('promise_mark') WHERE promise_id = ANY (marked);
  RETURN NULL;
END
$$;

-- Promises that are there: those under conditions are judged again, and their days are counted for them in the background.
UPDATE promise_share_outcome o SET mark = nextval('promise_mark') FROM promise p WHERE p.id = o.promise_id AND promise_asks_for_times(p);
SELECT count_days_again(key) FROM (
  SELECT DISTINCT m.key FROM promise p JOIN machine m ON m.id = p.machine_id WHERE promise_asks_for_times(p)) machines;
