-- Works with code from: 0124
-- Who had a machine when, so that what it did for one customer is not shown to the next. The rules are in decision 0161.

-- A row for each period in which a customer had the machine. Triggers write it, nobody else does.
CREATE TABLE machine_ownership (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  -- Null: a customer that is not known, or that was removed.
  customer_id uuid REFERENCES customer (id) ON DELETE SET NULL,
  since timestamptz NOT NULL,
  until timestamptz,
  -- Whose machine it is now, so that the periods of others are found by one look at an index that is empty where no machine has changed hands.
  present_customer_id uuid,
  PRIMARY KEY (machine_key, since),
  CONSTRAINT machine_ownership_has_length CHECK (since < until)
);
CREATE INDEX machine_ownership_of_customer ON machine_ownership (customer_id);
CREATE UNIQUE INDEX machine_ownership_present ON machine_ownership (machine_key) WHERE until IS NULL;
CREATE INDEX machine_ownership_of_others ON machine_ownership (present_customer_id, machine_key)
  WHERE until IS NOT NULL AND customer_id IS DISTINCT FROM present_customer_id;
ALTER TABLE machine_ownership ENABLE ROW LEVEL SECURITY;

CREATE FUNCTION note_period_of_owner() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Of two changes at one moment the last one counts.
    DELETE FROM machine_ownership WHERE machine_key = NEW.key AND until IS NULL AND since >= now();
    UPDATE machine_ownership SET until = CASE WHEN until IS NULL THEN now() ELSE until END, present_customer_id = NEW.customer_id
    WHERE machine_key = NEW.key;
  END IF;
  IF NEW.customer_id IS NOT NULL THEN
    -- What a machine reports of before it was entered is of the first one who has it.
    INSERT INTO machine_ownership (machine_key, customer_id, since, present_customer_id)
    VALUES (NEW.key, NEW.customer_id, CASE TG_OP WHEN 'INSERT' THEN '-infinity' ELSE now() END, NEW.customer_id);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_period_of_first_owner AFTER INSERT ON machine
  FOR EACH ROW WHEN (NEW.customer_id IS NOT NULL) EXECUTE FUNCTION note_period_of_owner();
CREATE TRIGGER note_period_of_owner AFTER UPDATE OF customer_id ON machine
  FOR EACH ROW WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id) EXECUTE FUNCTION note_period_of_owner();

-- What somebody has shelved ends with their period: the next one would not hear of alarms, and would read why. Figures are counted again for the next one.
CREATE FUNCTION end_period() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM benchmark_machine WHERE machine_key = NEW.key;
  UPDATE alarm_shelf SET until = now() WHERE machine_key = NEW.key AND until > now();
  -- What is still to be reported of its alarms is not for the people of the next one.
  DELETE FROM alarm_escalation e USING alarm a WHERE a.id = e.alarm_id AND a.machine_key = NEW.key;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_period AFTER UPDATE OF customer_id ON machine
  FOR EACH ROW WHEN (OLD.customer_id IS NOT NULL AND NEW.customer_id IS DISTINCT FROM OLD.customer_id) EXECUTE FUNCTION end_period();

-- Machines that are there: what the audit has of their changes, up to the customer of now.
INSERT INTO machine_ownership (machine_key, customer_id, since, until, present_customer_id)
WITH change AS (
  SELECT row_id AS machine_id, at, id, (before ->> 'customerId')::uuid AS earlier, (after ->> 'customerId')::uuid AS later
  FROM audit_entry WHERE resource = 'machine' AND before IS NOT NULL AND after IS NOT NULL
    AND before ->> 'customerId' IS DISTINCT FROM after ->> 'customerId'
), period AS (
  SELECT machine_id, later AS customer_id, at AS since, lead(at) OVER w AS until FROM change WINDOW w AS (PARTITION BY machine_id ORDER BY at, id)
  UNION ALL
  (SELECT DISTINCT ON (machine_id) machine_id, earlier, '-infinity', at FROM change ORDER BY machine_id, at, id)
), known AS (
  SELECT m.id, m.key FROM machine m JOIN period p ON p.machine_id = m.id AND p.until IS NULL AND p.customer_id IS NOT DISTINCT FROM m.customer_id
)
SELECT k.key, CASE WHEN c.id IS NOT NULL THEN p.customer_id END, p.since, p.until, m.customer_id
FROM known k JOIN machine m ON m.id = k.id JOIN period p ON p.machine_id = k.id LEFT JOIN customer c ON c.id = p.customer_id
WHERE p.customer_id IS NOT NULL AND (p.until IS NULL OR p.since < p.until);

-- The others: since when they have their customer is known where another one had them before, though not who that was.
INSERT INTO machine_ownership (machine_key, customer_id, since, until, present_customer_id)
SELECT m.key, NULL, '-infinity', c.since, m.customer_id
FROM machine m JOIN machine_owner_change c ON c.machine_id = m.id
WHERE NOT EXISTS (SELECT FROM machine_ownership o WHERE o.machine_key = m.key);
INSERT INTO machine_ownership (machine_key, customer_id, since, present_customer_id)
SELECT m.key, m.customer_id, coalesce(c.since, '-infinity'), m.customer_id
FROM machine m LEFT JOIN machine_owner_change c ON c.machine_id = m.id
WHERE m.customer_id IS NOT NULL AND NOT EXISTS (SELECT FROM machine_ownership o WHERE o.machine_key = m.key AND o.until IS NULL);

-- Periods of others than the one who has the machine now. A shorter one than an hour is a slip that was corrected, also where the machine had just been
-- entered: what the machine did then is of its owner.
CREATE VIEW period_of_another AS
  SELECT machine_key, present_customer_id, tstzrange(since, until) AS during
  FROM machine_ownership o
  WHERE until IS NOT NULL AND customer_id IS DISTINCT FROM present_customer_id AND until >= since + interval '1 hour'
    AND (since > '-infinity' OR until >= (SELECT m.created_at FROM machine m WHERE m.key = o.machine_key) + interval '1 hour');

-- When each value was reported was not stored by one process alone. Those that the newest record does not speak of may be of the one before: they are shown again
-- once they are reported again.
UPDATE latest l SET field_times = jsonb_build_array(p.at, p.at, p.at, p.at, p.at, '{}'::jsonb)
FROM (SELECT machine_key, floor(extract(epoch FROM max(upper(during))) * 1000)::bigint - 1 AS at FROM period_of_another GROUP BY machine_key) p
WHERE p.machine_key = l.machine_key AND l.field_times IS NULL;

-- The machines of the one customer who asks that were another's before, in the order of their keys. It is asked once for each statement. PL/pgSQL, since that
-- stores the plan for the connection.
CREATE FUNCTION machines_of_others() RETURNS int[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  customer text := current_setting('packhouse.customers', true);
BEGIN
  IF length(customer) = 36 AND EXISTS (SELECT FROM period_of_another WHERE present_customer_id = customer::uuid) THEN
    RETURN ARRAY(SELECT DISTINCT machine_key FROM period_of_another WHERE present_customer_id = customer::uuid ORDER BY machine_key);
  END IF;
  RETURN '{}';
END
$$;
GRANT EXECUTE ON FUNCTION machines_of_others() TO packhouse_app;

-- When they were another's, in the same order.
CREATE FUNCTION periods_of_others() RETURNS tstzmultirange[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  customer uuid := scope_customer();
BEGIN
  RETURN ARRAY(SELECT range_agg(during) FROM period_of_another WHERE present_customer_id = customer GROUP BY machine_key ORDER BY machine_key);
END
$$;
GRANT EXECUTE ON FUNCTION periods_of_others() TO packhouse_app;

-- Orders that a customer before has left open would hold the time of the machine, and nobody who may see them would end them.
CREATE FUNCTION end_orders_of_others(machine int) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE production_order o SET ended_at = greatest(upper(p.during), o.started_at), row_version = row_version + 1, updated_at = now()
  FROM period_of_another p
  WHERE o.machine_key = machine AND o.ended_at IS NULL AND p.machine_key = machine AND p.during @> o.created_at
$$;
REVOKE EXECUTE ON FUNCTION end_orders_of_others FROM PUBLIC;
GRANT EXECUTE ON FUNCTION end_orders_of_others TO packhouse_app;

-- Restrictive: it holds beside whatever else lets somebody see a row. Where no machine has changed hands a row costs a look at a truth that is known.
-- The second parameter is a condition up to the periods that a row is compared with, such as 'at <@'.
CREATE PROCEDURE hold_to_owner(target regclass, compared text) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE POLICY of_own_period ON %s AS RESTRICTIVE FOR SELECT TO packhouse_app USING (
      (SELECT cardinality(machines_of_others()) = 0) OR machine_key <> ALL ((SELECT machines_of_others())::int[])
      OR (%s ((SELECT periods_of_others())::tstzmultirange[])[array_position((SELECT machines_of_others())::int[], machine_key)]) IS NOT TRUE)',
    target, compared
  );
END
$$;
CALL hold_to_owner('record', 'at <@');
CALL hold_to_owner('latest', 'at <@');
-- What adds up a span is not shown where a part of it is another's.
CALL hold_to_owner('record_block', 'tstzrange(from_at, to_at) &&');
CALL hold_to_owner('minute_rollup', $$tstzrange(at, at + interval '1 minute') &&$$);
CALL hold_to_owner('hour_rollup', $$tstzrange(at, at + interval '1 hour') &&$$);
CALL hold_to_owner('state_interval', 'tstzrange(from_at, to_at) &&');
CALL hold_to_owner('downtime', 'tstzrange(from_at, to_at) &&');
CALL hold_to_owner('alarm', 'started_at <@');
CALL hold_to_owner('machine_command', 'at <@');
CALL hold_to_owner('production_order', 'created_at <@');

-- Likewise for tables with the id of a machine, which are small.
CREATE FUNCTION was_of_another(machine uuid, at timestamptz) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  customer uuid := scope_customer();
BEGIN
  RETURN EXISTS (
    SELECT FROM machine m JOIN period_of_another p ON p.machine_key = m.key
    WHERE m.id = machine AND p.present_customer_id = customer AND p.during @> at);
END
$$;
GRANT EXECUTE ON FUNCTION was_of_another TO packhouse_app;
CREATE POLICY of_own_period ON service_request AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(machines_of_others()) = 0) OR NOT was_of_another(machine_id, created_at));
CREATE POLICY of_own_period ON service_visit AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(machines_of_others()) = 0) OR NOT was_of_another(machine_id, starts_at));
-- Who signed for the one before is not for the next. The tests themselves go with the machine.
CREATE POLICY of_own_period ON acceptance_entry AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(machines_of_others()) = 0)
    OR NOT was_of_another((SELECT a.machine_id FROM acceptance_test a WHERE a.id = acceptance_test_id), signed_at));
CREATE POLICY of_own_period ON service_signature AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(machines_of_others()) = 0)
    OR NOT was_of_another((SELECT s.machine_id FROM service_record s WHERE s.id = service_record_id), signed_at));
