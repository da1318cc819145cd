-- Works with code from: 0124
-- Service requests that devices have sent, each once, the photos that came with them, and who has claimed a machine. The rules are in decision 0164.
CREATE TABLE service_request_entry (
  -- Made by the device.
  id uuid PRIMARY KEY,
  request_id uuid NOT NULL CONSTRAINT service_request_entry_of_request UNIQUE REFERENCES service_request (id) ON DELETE CASCADE,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Whose session it came from. No reference: an entry outlives the account.
  received_from uuid NOT NULL
);
CALL protect_for_staff('service_request_entry');
REVOKE UPDATE, DELETE ON service_request_entry FROM packhouse_app;
CREATE POLICY of_seen_request ON service_request_entry FOR SELECT TO packhouse_app USING (request_id IN (SELECT id FROM service_request));
-- A device writes it with the request, and none later.
CREATE POLICY by_customer ON service_request_entry FOR INSERT TO packhouse_app
  WITH CHECK (request_id IN (SELECT id FROM service_request WHERE status = 'open' AND created_at = now()));

CREATE TABLE service_request_photo (
  file_id uuid PRIMARY KEY REFERENCES attached_file (id) ON DELETE CASCADE,
  request_id uuid NOT NULL REFERENCES service_request (id) ON DELETE CASCADE,
  -- Whose machine it was then: the next customer of the machine does not see it. Null where it was nobody's.
  customer_id uuid REFERENCES customer (id) ON DELETE SET NULL
);
CREATE INDEX service_request_photo_of_request ON service_request_photo (request_id);
CREATE INDEX service_request_photo_of_customer ON service_request_photo (customer_id);
CALL protect_for_staff('service_request_photo');
REVOKE INSERT, UPDATE, DELETE ON service_request_photo FROM packhouse_app;
CREATE POLICY of_own_customer ON service_request_photo FOR SELECT TO packhouse_app
  USING (customer_id = (SELECT scope_customer()) AND request_id IN (SELECT id FROM service_request));

CREATE FUNCTION is_photo_of_other_customer(file uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT FROM service_request_photo WHERE file_id = file AND customer_id IS DISTINCT FROM scope_customer())
$$;
CREATE POLICY photo_of_own_customer ON attached_file AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT scope_is_all()) OR owner_table <> 'service_request' OR NOT is_photo_of_other_customer(id));

-- Who has claimed its machine: a claim that is sent again is answered to the same person in other words. No reference: it outlives the account.
CREATE TABLE ordered_machine_claimant (
  ordered_machine_id uuid PRIMARY KEY REFERENCES ordered_machine (id) ON DELETE CASCADE,
  claimed_by uuid NOT NULL
);
CALL protect_for_staff('ordered_machine_claimant');
REVOKE INSERT, UPDATE, DELETE ON ordered_machine_claimant FROM packhouse_app;
CREATE FUNCTION note_claimant() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM ordered_machine_claimant WHERE ordered_machine_id = NEW.id;
  IF NEW.machine_id IS NOT NULL AND NEW.updated_by IS NOT NULL THEN
    INSERT INTO ordered_machine_claimant (ordered_machine_id, claimed_by) VALUES (NEW.id, NEW.updated_by);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_claimant AFTER UPDATE OF machine_id ON ordered_machine
  FOR EACH ROW WHEN (NEW.machine_id IS DISTINCT FROM OLD.machine_id) EXECUTE FUNCTION note_claimant();
