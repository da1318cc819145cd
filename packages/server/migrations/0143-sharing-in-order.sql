-- Works with code from: 0124
-- Decisions about sharing apply in the order in which they are stored, and what a customer has granted ends when the machine becomes another one's. The rules are
-- in decision 0158.

-- Two that are stored at once follow each other, and the later one has the later id.
CREATE FUNCTION sharing_in_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('sharing of ' || NEW.customer_id, 0));
  IF TG_TABLE_NAME = 'sharing_decision' THEN
    NEW.id := uuidv7();
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER sharing_in_turn BEFORE INSERT ON sharing_decision FOR EACH ROW EXECUTE FUNCTION sharing_in_turn();
CREATE TRIGGER sharing_in_turn BEFORE UPDATE ON support_access FOR EACH ROW EXECUTE FUNCTION sharing_in_turn();

CREATE FUNCTION end_support_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE support_access SET status = 'ended', ends_at = least(ends_at, now()) WHERE machine_id = NEW.id AND status = 'granted';
  UPDATE support_access SET status = 'refused', answered_at = now() WHERE machine_id = NEW.id AND status = 'asked';
  RETURN NULL;
END
$$;
CREATE TRIGGER end_support_access AFTER UPDATE OF customer_id ON machine
  FOR EACH ROW WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id) EXECUTE FUNCTION end_support_access();

-- Those that have outlived a change already.
UPDATE support_access a SET status = 'ended', ends_at = least(ends_at, now())
FROM machine m WHERE m.id = a.machine_id AND a.status = 'granted' AND m.customer_id IS DISTINCT FROM a.customer_id;
UPDATE support_access a SET status = 'refused', answered_at = now()
FROM machine m WHERE m.id = a.machine_id AND a.status = 'asked' AND m.customer_id IS DISTINCT FROM a.customer_id;
