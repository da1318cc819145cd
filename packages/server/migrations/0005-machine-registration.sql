-- What staff register of an installed machine.

ALTER TABLE machine
  ADD COLUMN location_id uuid REFERENCES location (id),
  ADD COLUMN serial text,
  ADD COLUMN commissioned_at date,
  ADD COLUMN warranty_end date,
  ADD COLUMN deleted_at timestamptz,
  ADD COLUMN search_text text GENERATED ALWAYS AS (lower(machine_id || ' ' || coalesce(description, '') || ' ' ||
    coalesce(location, '') || ' ' || coalesce(serial, ''))) STORED,
  ADD CONSTRAINT machine_warranty_after_commissioning CHECK (warranty_end >= commissioned_at);
CREATE INDEX machine_at_location ON machine (location_id);
CREATE INDEX machine_search ON machine USING gin (search_text gin_trgm_ops);
CALL add_stamps('machine');

-- A machine stands at a place of its own customer.
CREATE FUNCTION machine_location_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.location_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM location WHERE id = NEW.location_id AND customer_id = NEW.customer_id
  ) THEN
    RAISE EXCEPTION 'the location belongs to somebody else'
      USING ERRCODE = '23514', CONSTRAINT = 'machine_location_of_customer';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_location_of_customer BEFORE INSERT OR UPDATE OF location_id, customer_id ON machine
  FOR EACH ROW EXECUTE FUNCTION machine_location_of_customer();

-- Customers see their machines; staff register and change them.
DROP POLICY machine_of_own_customer ON machine;
CREATE POLICY machine_of_own_customer ON machine FOR SELECT TO packhouse_app
  USING ((SELECT scope_is_all()) OR customer_id = (SELECT scope_customer()));
CREATE POLICY machine_by_staff ON machine TO packhouse_app USING ((SELECT scope_is_all()));
GRANT SELECT, INSERT, UPDATE, DELETE ON machine TO packhouse_app;
DROP FUNCTION sees_customer(uuid);
