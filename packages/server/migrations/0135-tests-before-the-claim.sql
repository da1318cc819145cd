-- Works with code from: 0124
-- Acceptance tests at the factory of machines that are not claimed yet. The rules are in decision 0153. Code of before leaves them where they are.
ALTER TABLE acceptance_test
  ALTER COLUMN machine_id DROP NOT NULL,
  ADD COLUMN ordered_machine_id uuid REFERENCES ordered_machine (id),
  -- Values of figures that are no promises yet.
  ADD COLUMN measured jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT acceptance_test_of_order_at_factory CHECK (ordered_machine_id IS NULL OR kind = 'factory');
CREATE INDEX acceptance_test_of_order ON acceptance_test (ordered_machine_id);
CREATE POLICY of_own_order ON acceptance_test FOR SELECT TO packhouse_app
  USING (ordered_machine_id IN (SELECT id FROM ordered_machine));

-- A test of an ordered machine is one of the machine that this has become, and of none before.
CREATE FUNCTION acceptance_test_of_machine_or_order() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  claimed uuid;
BEGIN
  IF NEW.ordered_machine_id IS NULL THEN
    IF NEW.machine_id IS NOT NULL THEN
      RETURN NEW;
    END IF;
  ELSE
    -- A claim at the same time comes before or after.
    SELECT machine_id INTO claimed FROM ordered_machine WHERE id = NEW.ordered_machine_id FOR NO KEY UPDATE;
    IF TG_OP = 'INSERT' THEN
      NEW.machine_id := coalesce(NEW.machine_id, claimed);
    END IF;
    IF NEW.machine_id IS NOT DISTINCT FROM claimed THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the test is of no machine or of another one'
    USING ERRCODE = '23514', CONSTRAINT = 'acceptance_test_of_machine_or_order';
END
$$;
CREATE TRIGGER acceptance_test_of_machine_or_order BEFORE INSERT OR UPDATE OF machine_id, ordered_machine_id ON acceptance_test
  FOR EACH ROW EXECUTE FUNCTION acceptance_test_of_machine_or_order();

-- With the data of a customer goes the order of a machine that was sold on, whose tests are the next customer's.
CREATE FUNCTION order_leaves_tests() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE acceptance_test SET ordered_machine_id = NULL WHERE ordered_machine_id = OLD.id AND machine_id IS NOT NULL;
  RETURN OLD;
END
$$;
CREATE TRIGGER order_leaves_tests BEFORE DELETE ON ordered_machine FOR EACH ROW EXECUTE FUNCTION order_leaves_tests();

-- As before, also where the machine is not claimed yet.
CREATE OR REPLACE FUNCTION test_ends_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE ordered_machine SET
    factory_test_done = CASE NEW.kind WHEN 'factory' THEN NEW.tested_on ELSE factory_test_done END,
    site_test_done = CASE NEW.kind WHEN 'site' THEN NEW.tested_on ELSE site_test_done END,
    row_version = row_version + 1, updated_at = now(), updated_by = NEW.updated_by
  WHERE (machine_id = NEW.machine_id OR id = NEW.ordered_machine_id) AND deleted_at IS NULL
    AND CASE NEW.kind WHEN 'factory' THEN factory_test_done ELSE site_test_done END IS NULL;
  RETURN NULL;
END
$$;

-- A test that arrives after the claim finds the promises of that claim.
CALL protect_for_staff('claimed_promise');
REVOKE INSERT, UPDATE, DELETE ON claimed_promise FROM packhouse_app;
