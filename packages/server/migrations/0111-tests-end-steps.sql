-- Works with code from: 0103
-- An accepted test ends its step of the plan. The rules are in decision 0119.
CREATE FUNCTION test_ends_step() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE ordered_machine SET
    factory_test_done = CASE NEW.kind WHEN 'factory' THEN NEW.tested_on ELSE factory_test_done END,
    site_test_done = CASE NEW.kind WHEN 'site' THEN NEW.tested_on ELSE site_test_done END,
    row_version = row_version + 1, updated_at = now(), updated_by = NEW.updated_by
  WHERE machine_id = NEW.machine_id AND deleted_at IS NULL
    AND CASE NEW.kind WHEN 'factory' THEN factory_test_done ELSE site_test_done END IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER test_ends_step AFTER INSERT OR UPDATE OF accepted ON acceptance_test
  FOR EACH ROW WHEN (NEW.accepted AND NEW.deleted_at IS NULL) EXECUTE FUNCTION test_ends_step();
