-- Works with code from: 0124
-- What became of promised availabilities and rejects, and how many packs a cycle makes. The rules are in decision 0148.
ALTER TABLE promise
  ADD COLUMN packs_per_cycle double precision CONSTRAINT promise_packs_per_cycle_bounds CHECK (packs_per_cycle BETWEEN 0.001 AND 1000000);
DROP TRIGGER promise_changed ON promise;
CREATE TRIGGER promise_changed AFTER UPDATE ON promise FOR EACH ROW
  WHEN ((OLD.kind, OLD.direction, OLD.figure, OLD.unit, OLD.packs_per_cycle, OLD.style_id, OLD.recipe, OLD.tag, OLD.tag_value, OLD.tag_least, OLD.tag_most, OLD.deleted_at)
    IS DISTINCT FROM (NEW.kind, NEW.direction, NEW.figure, NEW.unit, NEW.packs_per_cycle, NEW.style_id, NEW.recipe, NEW.tag, NEW.tag_value, NEW.tag_least, NEW.tag_most, NEW.deleted_at))
  EXECUTE FUNCTION promise_changed();

-- As promise_outcome, of promised availabilities and rejects. A table of its own: code of before holds every row of the other one against speeds.
CREATE TABLE promise_share_outcome (
  promise_id uuid PRIMARY KEY REFERENCES promise (id) ON DELETE CASCADE,
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  mark bigint NOT NULL DEFAULT nextval('promise_mark'),
  judged_mark bigint,
  judged_to date,
  live double precision,
  result text CONSTRAINT promise_share_outcome_result_known CHECK (result IN ('kept', 'missed', 'notMeasured', 'notComparable'))
);
CREATE INDEX promise_share_outcome_of_machine ON promise_share_outcome (machine_key);
CALL protect_for_staff('promise_share_outcome');
REVOKE INSERT, UPDATE, DELETE ON promise_share_outcome FROM packhouse_app;
CALL hold_to_sharing('promise_share_outcome');

-- What became of promises of every kind that the product measures.
CREATE VIEW every_promise_outcome WITH (security_invoker = true) AS
SELECT promise_id, machine_key, mark, judged_mark, judged_to, live, result FROM promise_outcome
UNION ALL SELECT promise_id, machine_key, mark, judged_mark, judged_to, live, result FROM promise_share_outcome;
GRANT SELECT ON every_promise_outcome TO packhouse_app;

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

-- In one order, so that two that change the same promises do not wait for each other.
CREATE FUNCTION judge_shares_again(machines int[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  SELECT FROM promise_share_outcome WHERE machine_key = ANY (machines) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_share_outcome SET mark = nextval('promise_mark') WHERE machine_key = ANY (machines);
$$;
REVOKE EXECUTE ON FUNCTION judge_shares_again FROM PUBLIC;

-- A change of the owner, and of the test that promises count from.
CREATE OR REPLACE FUNCTION judge_promises_again(machine uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  SELECT FROM promise_outcome o JOIN promise p ON p.id = o.promise_id WHERE p.machine_id = machine ORDER BY o.promise_id FOR UPDATE OF o;
  UPDATE promise_outcome o SET mark = nextval('promise_mark') FROM promise p WHERE p.id = o.promise_id AND p.machine_id = machine;
  SELECT judge_shares_again(ARRAY(SELECT key FROM machine m WHERE m.id = machine));
$$;

-- A day that is counted, for the first time or again for late records.
CREATE OR REPLACE FUNCTION running_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  -- In one order, so that two that change the same promises do not wait for each other.
  PERFORM FROM promise_outcome WHERE machine_key IN (SELECT machine_key FROM changed) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_outcome SET mark = nextval('promise_mark') WHERE machine_key IN (SELECT machine_key FROM changed);
  PERFORM judge_shares_again(ARRAY(SELECT DISTINCT machine_key FROM changed));
  RETURN NULL;
END
$$;

-- Stops that somebody gives a reason: planned ones are no loss of availability.
CREATE FUNCTION stops_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM judge_shares_again(ARRAY(SELECT DISTINCT machine_key FROM changed));
  RETURN NULL;
END
$$;
CREATE TRIGGER promises_of_stop AFTER INSERT ON downtime REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stops_of_promises_changed();
CREATE TRIGGER promises_of_stop_changed AFTER UPDATE ON downtime REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stops_of_promises_changed();
CREATE TRIGGER promises_of_stop_gone AFTER DELETE ON downtime REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION stops_of_promises_changed();

-- Promises that are there.
INSERT INTO promise_share_outcome (promise_id, machine_key)
SELECT p.id, m.key FROM promise p JOIN machine m ON m.id = p.machine_id WHERE p.kind IN ('availability', 'rejectRate') AND p.deleted_at IS NULL;
