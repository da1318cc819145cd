-- What customers share of their machines, and with what the maker may help. The rules are in decision 0117. Processes of the release before would show what is
-- not shared any more, so that they stop.

-- What applies now; a machine without a row is shared for support and for nothing else. Triggers write it, nobody else does.
CREATE TABLE machine_sharing (
  machine_key int PRIMARY KEY REFERENCES machine (key) ON DELETE CASCADE,
  support boolean NOT NULL DEFAULT true,
  support_until timestamptz,
  -- Who has agreed to comparisons: an agreement ends where the machine is another customer's.
  benchmark_customer_id uuid REFERENCES customer (id) ON DELETE SET NULL,
  benchmark_until timestamptz,
  -- Until when a customer has granted access to what is not shared.
  access_until timestamptz,
  support_ends timestamptz NOT NULL GENERATED ALWAYS AS (
    greatest(CASE WHEN support THEN coalesce(support_until, 'infinity') ELSE '-infinity' END, access_until)) STORED
);
CREATE INDEX machine_sharing_ends ON machine_sharing (support_ends) WHERE support_ends < 'infinity';
CREATE INDEX machine_sharing_of_benchmark ON machine_sharing (benchmark_customer_id);
ALTER TABLE machine_sharing ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_seen_machine ON machine_sharing FOR SELECT TO packhouse_app USING (machine_key IN (SELECT key FROM machine));
GRANT SELECT ON machine_sharing TO packhouse_app;
CREATE TRIGGER machine_sharing_told AFTER INSERT OR UPDATE OR DELETE ON machine_sharing
  FOR EACH STATEMENT EXECUTE FUNCTION tell_of_machine();

-- Every decision, for good: only the customer's own people make one, and nobody changes it.
CREATE TABLE sharing_decision (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  purpose text NOT NULL CONSTRAINT sharing_decision_purpose_known CHECK (purpose IN ('support', 'benchmark')),
  shared boolean NOT NULL,
  until_at timestamptz,
  decided_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  CONSTRAINT sharing_decision_until CHECK (until_at IS NULL OR (shared AND until_at > decided_at))
);
CREATE INDEX sharing_decision_of_machine ON sharing_decision (machine_id, purpose, id DESC);
CREATE INDEX sharing_decision_of_customer ON sharing_decision (customer_id, id DESC);
CREATE INDEX sharing_decision_by ON sharing_decision (decided_by);
ALTER TABLE sharing_decision ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON sharing_decision FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
CREATE POLICY by_own_customer ON sharing_decision FOR INSERT TO packhouse_app
  WITH CHECK (customer_id = (SELECT scope_customer()) AND machine_id IN (SELECT id FROM machine));
GRANT SELECT, INSERT ON sharing_decision TO packhouse_app;

CREATE FUNCTION apply_sharing_decision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.purpose = 'support' THEN
    INSERT INTO machine_sharing (machine_key, support, support_until)
    SELECT key, NEW.shared, NEW.until_at FROM machine WHERE id = NEW.machine_id
    ON CONFLICT (machine_key) DO UPDATE SET support = excluded.support, support_until = excluded.support_until;
  ELSE
    INSERT INTO machine_sharing (machine_key, benchmark_customer_id, benchmark_until)
    SELECT key, CASE WHEN NEW.shared THEN NEW.customer_id END, NEW.until_at FROM machine WHERE id = NEW.machine_id
    ON CONFLICT (machine_key) DO UPDATE SET benchmark_customer_id = excluded.benchmark_customer_id, benchmark_until = excluded.benchmark_until;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER apply_sharing_decision AFTER INSERT ON sharing_decision FOR EACH ROW EXECUTE FUNCTION apply_sharing_decision();

-- Staff ask for access to what is not shared, for hours; the customer answers.
CREATE TABLE support_access (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  reason text NOT NULL,
  hours int NOT NULL CONSTRAINT support_access_hours_bounds CHECK (hours BETWEEN 1 AND 168),
  status text NOT NULL DEFAULT 'asked' CONSTRAINT support_access_status_known CHECK (status IN ('asked', 'granted', 'refused', 'ended')),
  asked_at timestamptz NOT NULL DEFAULT now(),
  asked_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  answered_at timestamptz,
  answered_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  ends_at timestamptz,
  CONSTRAINT support_access_answered CHECK ((status = 'asked') = (answered_at IS NULL)),
  CONSTRAINT support_access_ends CHECK ((status IN ('granted', 'ended')) = (ends_at IS NOT NULL)),
  CONSTRAINT support_access_no_longer CHECK (ends_at <= answered_at + make_interval(hours => hours))
);
CREATE UNIQUE INDEX support_access_asked_once ON support_access (machine_id) WHERE status = 'asked';
CREATE INDEX support_access_of_machine ON support_access (machine_id, id DESC);
CREATE INDEX support_access_of_customer ON support_access (customer_id, id DESC);
CREATE INDEX support_access_asked_by ON support_access (asked_by);
CREATE INDEX support_access_answered_by ON support_access (answered_by);
ALTER TABLE support_access ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_read ON support_access FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY staff_ask ON support_access FOR INSERT TO packhouse_staff
  WITH CHECK (status = 'asked' AND customer_id = (SELECT m.customer_id FROM machine m WHERE m.id = support_access.machine_id));
CREATE POLICY of_own_customer ON support_access FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
CREATE POLICY by_own_customer ON support_access FOR UPDATE TO packhouse_app
  USING (customer_id = (SELECT scope_customer()) AND machine_id IN (SELECT id FROM machine))
  WITH CHECK (customer_id = (SELECT scope_customer()));
GRANT SELECT, INSERT ON support_access TO packhouse_app;
GRANT UPDATE (status, answered_at, answered_by, ends_at) ON support_access TO packhouse_app;

CREATE FUNCTION apply_support_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  until_at timestamptz := (SELECT max(ends_at) FROM support_access WHERE machine_id = NEW.machine_id AND status = 'granted');
BEGIN
  INSERT INTO machine_sharing (machine_key, access_until) SELECT key, until_at FROM machine WHERE id = NEW.machine_id
  ON CONFLICT (machine_key) DO UPDATE SET access_until = excluded.access_until;
  RETURN NULL;
END
$$;
CREATE TRIGGER apply_support_access AFTER UPDATE ON support_access FOR EACH ROW EXECUTE FUNCTION apply_support_access();

-- The machines of which the one who asks sees no telemetry: for staff, and for staff who view as a user of a customer, those that are not shared for
-- support. It is asked once for each statement. PL/pgSQL, since that stores the plan for the connection.
CREATE FUNCTION unshared_machines() RETURNS int[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF current_setting('packhouse.customers', true) = 'all' OR current_setting('packhouse.viewed', true) = 'yes' THEN
    RETURN ARRAY(SELECT machine_key FROM machine_sharing WHERE support_ends < 'infinity' AND support_ends <= now());
  END IF;
  RETURN '{}';
END
$$;
GRANT EXECUTE ON FUNCTION unshared_machines() TO packhouse_app;

-- Restrictive: it holds beside whatever else lets somebody see a row. Tables to come with what a machine reported call it too.
CREATE PROCEDURE hold_to_sharing(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'CREATE POLICY shared_with_reader ON %s AS RESTRICTIVE FOR SELECT TO packhouse_app USING (machine_key <> ALL ((SELECT unshared_machines())::int[]))',
    target
  );
END
$$;
CALL hold_to_sharing('record');
CALL hold_to_sharing('record_block');
CALL hold_to_sharing('latest');
CALL hold_to_sharing('minute_rollup');
CALL hold_to_sharing('hour_rollup');
CALL hold_to_sharing('state_interval');
CALL hold_to_sharing('alarm');
CALL hold_to_sharing('alarm_shelf');
CALL hold_to_sharing('downtime');
CALL hold_to_sharing('machine_command');
CALL hold_to_sharing('held_record');
CALL hold_to_sharing('fleet_day');
CALL hold_to_sharing('fleet_running');
CALL hold_to_sharing('fleet_total');
CREATE POLICY shared_with_reader ON refused_message AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING (machine_key IS NULL OR machine_key <> ALL ((SELECT unshared_machines())::int[]));
-- A mail about an alarm has its value. No foreign key, so that a mail outlives its machine.
ALTER TABLE mail ADD COLUMN machine_key int;
CREATE POLICY shared_with_reader ON mail AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING (machine_key IS NULL OR machine_key <> ALL ((SELECT unshared_machines())::int[]));
-- What belongs to an alarm is seen with it. Nothing is looked up where everything is shared.
CREATE POLICY shared_with_reader ON alarm_event AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(unshared_machines()) = 0) OR EXISTS (SELECT FROM alarm a WHERE a.id = alarm_id));
CREATE POLICY shared_with_reader ON alarm_delivery AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING ((SELECT cardinality(unshared_machines()) = 0) OR alarm_id IS NULL OR EXISTS (SELECT FROM alarm a WHERE a.id = alarm_id));
