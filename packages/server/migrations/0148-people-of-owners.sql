-- Works with code from: 0124
-- People of a customer are not named to the next one who has the machine, and it is counted which machines a partner has read. The rules are in decision 0167.

-- Whether an acceptance test is of a customer before the one who asks: recorded then, or made on a day that was wholly of that one.
CREATE FUNCTION test_of_another(machine uuid, recorded timestamptz, tested date) RETURNS boolean LANGUAGE sql STABLE
  RETURN was_of_another(machine, recorded) OR was_of_another(machine, (tested + 1)::timestamp AT TIME ZONE 'UTC');
GRANT EXECUTE ON FUNCTION test_of_another TO packhouse_app;

-- A signature is of the time of the work too: it may have arrived later, from a device with a wrong clock.
ALTER POLICY of_own_period ON acceptance_entry USING ((SELECT cardinality(machines_of_others()) = 0) OR NOT (
  SELECT was_of_another(a.machine_id, signed_at) OR test_of_another(a.machine_id, a.created_at, a.tested_on)
  FROM acceptance_test a WHERE a.id = acceptance_test_id));
ALTER POLICY of_own_period ON service_signature USING ((SELECT cardinality(machines_of_others()) = 0) OR NOT (
  SELECT was_of_another(s.machine_id, signed_at) OR was_of_another(s.machine_id, s.done_at)
  FROM service_record s WHERE s.id = service_record_id));

-- Photos and files of work and tests may show people and papers of the one before; reports that were stored with the machine have figures of that time.
CREATE POLICY of_own_period ON attached_file AS RESTRICTIVE FOR SELECT TO packhouse_app USING (
  (SELECT cardinality(machines_of_others()) = 0) OR NOT CASE owner_table
    WHEN 'service_record' THEN EXISTS (SELECT FROM service_record s WHERE s.id = owner_id AND was_of_another(s.machine_id, s.done_at))
    WHEN 'acceptance_test' THEN
      EXISTS (SELECT FROM acceptance_test a WHERE a.id = owner_id AND test_of_another(a.machine_id, a.created_at, a.tested_on))
    WHEN 'machine' THEN was_of_another(owner_id, created_at)
    ELSE false END);

-- A change of a record that is of another customer before is no news for a webhook of the present one: it has names and words of that time.
CREATE OR REPLACE FUNCTION customer_of_values(resource text, row_id uuid, row_values jsonb) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN row_values IS NULL THEN NULL
    WHEN resource = 'customer' THEN row_id
    WHEN row_values ->> 'customerId' ~ '^[0-9a-f-]{36}$' THEN (row_values ->> 'customerId')::uuid
    WHEN row_values ->> 'machineId' ~ '^[0-9a-f-]{36}$' THEN (
      SELECT m.customer_id FROM machine m WHERE m.id = (row_values ->> 'machineId')::uuid AND NOT EXISTS (
        SELECT FROM period_of_another p WHERE p.machine_key = m.key AND p.during @> CASE resource
          WHEN 'serviceRecord' THEN (row_values ->> 'doneAt')::timestamptz
          WHEN 'serviceVisit' THEN (row_values ->> 'startsAt')::timestamptz
          WHEN 'serviceRequest' THEN (SELECT r.created_at FROM service_request r WHERE r.id = row_id)
          WHEN 'acceptanceTest' THEN (SELECT a.created_at FROM acceptance_test a WHERE a.id = row_id)
        END))
  END
$$;

-- How often a partner has read a machine on a day of UTC. The product writes it with what was counted in memory, and reads it for those who see the access.
CREATE TABLE partner_read (
  access_id uuid NOT NULL REFERENCES partner_access (id) ON DELETE CASCADE,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  day date NOT NULL,
  requests bigint NOT NULL CONSTRAINT partner_read_requests_positive CHECK (requests > 0),
  PRIMARY KEY (access_id, day, machine_id)
);
CREATE INDEX partner_read_of_machine ON partner_read (machine_id);
ALTER TABLE partner_read ENABLE ROW LEVEL SECURITY;
