-- Works with code from: 0124
-- A test that somebody has signed is not deleted, and what a quote has promised is not changed by one side.

CREATE FUNCTION acceptance_test_signed_stays() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM acceptance_entry WHERE acceptance_test_id = NEW.id AND signer IS NOT NULL) THEN
    RAISE EXCEPTION 'the test is signed' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER acceptance_test_signed_stays BEFORE UPDATE OF deleted_at ON acceptance_test FOR EACH ROW
  WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION acceptance_test_signed_stays();

-- How a figure is measured (packs a cycle, style, tag) may be said later. A claim that is undone has ended before its promises go.
CREATE FUNCTION promise_of_quote_stays() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM claimed_promise c JOIN ordered_machine o ON o.id = c.ordered_machine_id
    WHERE c.promise_id = NEW.id AND o.machine_id = NEW.machine_id
  ) THEN
    RAISE EXCEPTION 'the promise is of a quote' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER promise_of_quote_stays BEFORE UPDATE ON promise FOR EACH ROW
  WHEN ((OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
    OR (OLD.kind, OLD.direction, OLD.figure, OLD.unit, OLD.conditions, OLD.source, OLD.reference, OLD.promised_on)
      IS DISTINCT FROM (NEW.kind, NEW.direction, NEW.figure, NEW.unit, NEW.conditions, NEW.source, NEW.reference, NEW.promised_on))
  EXECUTE FUNCTION promise_of_quote_stays();
