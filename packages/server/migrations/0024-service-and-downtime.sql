-- Service plans and records, why machines stood still, and the reasons for it.

ALTER TABLE machine
  ADD COLUMN minor_stop_seconds int NOT NULL DEFAULT 60 CONSTRAINT machine_minor_stop_positive CHECK (minor_stop_seconds > 0);

CREATE TABLE service_plan (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  name text NOT NULL COLLATE "und-x-icu",
  trigger text NOT NULL CONSTRAINT service_plan_trigger_known CHECK (trigger IN ('calendar', 'runningHours', 'cycles')),
  -- Days, hours or cycles.
  "interval" int NOT NULL CONSTRAINT service_plan_interval_positive CHECK ("interval" > 0),
  lead_days int NOT NULL CONSTRAINT service_plan_lead_days_not_negative CHECK (lead_days >= 0),
  active boolean NOT NULL,
  last_done_at timestamptz,
  -- What the machine had run and counted by then, of what is kept.
  last_done_hours double precision,
  last_done_cycles double precision,
  remaining double precision,
  next_due date,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE INDEX service_plan_of_machine ON service_plan (machine_id);
CALL add_stamps('service_plan');
CALL protect_for_staff('service_plan');
CREATE POLICY of_seen_machine ON service_plan FOR SELECT TO packhouse_app
  USING (machine_id IN (SELECT id FROM machine));

CREATE TABLE service_record (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  plan_id uuid REFERENCES service_plan (id) ON DELETE SET NULL,
  done_at timestamptz NOT NULL,
  what text NOT NULL COLLATE "und-x-icu",
  done_by_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  done_by text,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(what || ' ' || coalesce(done_by, ''))) STORED
);
CREATE INDEX service_record_of_machine ON service_record (machine_id, done_at DESC);
CREATE INDEX service_record_of_plan ON service_record (plan_id, done_at DESC);
CREATE INDEX service_record_done_by ON service_record (done_by_id);
CALL add_stamps('service_record');
CALL protect_for_staff('service_record');
CREATE POLICY of_seen_machine ON service_record FOR SELECT TO packhouse_app
  USING (machine_id IN (SELECT id FROM machine));

-- What a machine has run and counted between two times, by whole hours.
CREATE FUNCTION machine_usage(
  machine uuid, since timestamptz, until timestamptz, OUT hours double precision, OUT cycles double precision
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT coalesce(sum(r.running_ms), 0)::float8 / 3600000, coalesce(sum(r.cycles), 0)::float8
  FROM machine m JOIN hour_rollup r ON r.machine_key = m.key
  WHERE m.id = machine AND r.at >= since AND r.at < until
$$;
REVOKE EXECUTE ON FUNCTION machine_usage FROM PUBLIC;

-- When it was done last, what is left of the interval, and when that will be used up as the machine has run in the last 14
-- days. A record of what lies ahead does not count yet.
CREATE FUNCTION service_plan_due() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  begun timestamptz;
  used double precision;
  per_day double precision;
  by_cycles boolean := NEW.trigger = 'cycles';
BEGIN
  SELECT max(done_at) INTO NEW.last_done_at FROM service_record
  WHERE plan_id = NEW.id AND deleted_at IS NULL AND done_at <= now();
  SELECT coalesce(NEW.last_done_at, commissioned_at, NEW.created_at) INTO begun FROM machine WHERE id = NEW.machine_id;
  NEW.last_done_hours := NULL;
  NEW.last_done_cycles := NULL;
  IF NEW.last_done_at IS NOT NULL THEN
    SELECT hours, cycles INTO NEW.last_done_hours, NEW.last_done_cycles
    FROM machine_usage(NEW.machine_id, '-infinity', NEW.last_done_at);
  END IF;
  IF NEW.trigger = 'calendar' THEN
    NEW.next_due := least(begun::date + least(NEW.interval, 3650000), date '9999-12-31');
    NEW.remaining := NEW.next_due - current_date;
    RETURN NEW;
  END IF;
  SELECT CASE WHEN by_cycles THEN cycles ELSE hours END INTO used FROM machine_usage(NEW.machine_id, begun, now());
  SELECT CASE WHEN by_cycles THEN cycles ELSE hours END / 14 INTO per_day
  FROM machine_usage(NEW.machine_id, now() - interval '14 days', now());
  NEW.remaining := NEW.interval - used;
  NEW.next_due := CASE
    WHEN NEW.remaining <= 0 THEN current_date
    WHEN per_day > 0 THEN current_date + least(ceil(NEW.remaining / per_day), 36500)::int
  END;
  RETURN NEW;
END
$$;
CREATE TRIGGER service_plan_due BEFORE INSERT OR UPDATE ON service_plan
  FOR EACH ROW EXECUTE FUNCTION service_plan_due();

-- The earliest that is due, of the plans in use.
CREATE FUNCTION machine_next_due(machine uuid) RETURNS date
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT min(next_due) FROM service_plan WHERE machine_id = machine AND active AND deleted_at IS NULL);
CREATE FUNCTION machine_last_service(machine uuid) RETURNS date
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT max(done_at)::date FROM service_record
    WHERE machine_id = machine AND deleted_at IS NULL AND done_at <= now());
REVOKE EXECUTE ON FUNCTION machine_next_due, machine_last_service FROM PUBLIC;

CREATE FUNCTION service_plan_tells_machine() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  told uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.machine_id ELSE NEW.machine_id END;
BEGIN
  UPDATE machine SET next_due = machine_next_due(told)
  WHERE id = told AND next_due IS DISTINCT FROM machine_next_due(told);
  RETURN NULL;
END
$$;
CREATE TRIGGER service_plan_tells_machine AFTER INSERT OR UPDATE OR DELETE ON service_plan
  FOR EACH ROW EXECUTE FUNCTION service_plan_tells_machine();

CREATE FUNCTION service_record_plan_of_machine() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.plan_id IS NOT NULL
    AND NOT EXISTS (SELECT FROM service_plan WHERE id = NEW.plan_id AND machine_id = NEW.machine_id) THEN
    RAISE EXCEPTION 'the plan is of another machine'
      USING ERRCODE = '23514', CONSTRAINT = 'service_record_plan_of_machine';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER service_record_plan_of_machine BEFORE INSERT OR UPDATE OF plan_id, machine_id ON service_record
  FOR EACH ROW EXECUTE FUNCTION service_record_plan_of_machine();

-- The newest record of a plan says when it was done last; the newest of a machine, when it was served last.
CREATE FUNCTION service_record_tells() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  told record;
BEGIN
  FOR told IN
    SELECT OLD.machine_id AS machine, OLD.plan_id AS plan WHERE TG_OP <> 'INSERT'
    UNION SELECT NEW.machine_id, NEW.plan_id WHERE TG_OP <> 'DELETE'
  LOOP
    UPDATE service_plan SET next_due = next_due WHERE id = told.plan;
    -- What was entered by hand stays as long as no record has said it.
    UPDATE machine SET last_service = coalesce(machine_last_service(told.machine), nullif(last_service, OLD.done_at::date))
    WHERE id = told.machine;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER service_record_tells AFTER INSERT OR UPDATE OR DELETE ON service_record
  FOR EACH ROW EXECUTE FUNCTION service_record_tells();

-- Where there are plans or records, what they say is not overruled by hand.
CREATE FUNCTION machine_last_service_by_records() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.last_service IS DISTINCT FROM OLD.last_service
    AND NEW.last_service IS DISTINCT FROM coalesce(machine_last_service(NEW.id), NEW.last_service) THEN
    RAISE EXCEPTION 'the last service is that of the records'
      USING ERRCODE = '23514', CONSTRAINT = 'machine_last_service_by_records';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_last_service_by_records BEFORE UPDATE OF last_service ON machine
  FOR EACH ROW EXECUTE FUNCTION machine_last_service_by_records();

CREATE FUNCTION machine_next_due_by_plans() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.next_due IS DISTINCT FROM OLD.next_due AND NEW.next_due IS DISTINCT FROM machine_next_due(NEW.id)
    AND EXISTS (SELECT FROM service_plan WHERE machine_id = NEW.id AND active AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'the next service is that of the plans'
      USING ERRCODE = '23514', CONSTRAINT = 'machine_next_due_by_plans';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_next_due_by_plans BEFORE UPDATE OF next_due ON machine
  FOR EACH ROW EXECUTE FUNCTION machine_next_due_by_plans();

CREATE TABLE downtime_reason (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  parent_id uuid REFERENCES downtime_reason (id),
  kind text NOT NULL CONSTRAINT downtime_reason_kind_known
    CHECK (kind IN ('unplanned', 'planned', 'changeover', 'minorStop', 'speedLoss', 'scrap')),
  sort int NOT NULL,
  active boolean NOT NULL,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX downtime_reason_code_taken ON downtime_reason (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX downtime_reason_of_parent ON downtime_reason (parent_id);
CREATE TRIGGER downtime_reason_parent_acyclic BEFORE INSERT OR UPDATE OF parent_id ON downtime_reason
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('downtime_reason_parent_acyclic');
CALL add_stamps('downtime_reason');
CALL protect_for_staff('downtime_reason');

-- To begin with; people change it as they need. What is deleted stays deleted.
WITH branch AS (
  INSERT INTO downtime_reason (code, name, kind, sort, active) VALUES
    ('FAULT', 'Fault of the machine', 'unplanned', 10, true),
    ('SUPPLY', 'Waiting', 'unplanned', 20, true),
    ('PLANNED', 'Planned', 'planned', 30, true),
    ('CHANGE', 'Changeover', 'changeover', 40, true),
    ('MINOR', 'Minor stop', 'minorStop', 50, true),
    ('SPEED', 'Reduced speed', 'speedLoss', 60, true),
    ('SCRAP', 'Scrap', 'scrap', 70, true)
  RETURNING id, code, kind
)
INSERT INTO downtime_reason (code, name, parent_id, kind, sort, active)
SELECT leaf.code, leaf.name, branch.id, branch.kind, leaf.sort, true
FROM branch JOIN (VALUES
  ('FAULT', 'FAULT-MECH', 'Mechanical', 1), ('FAULT', 'FAULT-ELEC', 'Electrical or control', 2),
  ('FAULT', 'FAULT-PNEU', 'Compressed air or vacuum', 3), ('FAULT', 'FAULT-SEAL', 'Sealing or jaws', 4),
  ('FAULT', 'FAULT-SAFE', 'Guard or emergency stop', 5),
  ('SUPPLY', 'SUPPLY-PROD', 'No product', 1), ('SUPPLY', 'SUPPLY-MAT', 'No film or packaging material', 2),
  ('SUPPLY', 'SUPPLY-DOWN', 'Blocked by the machine behind', 3), ('SUPPLY', 'SUPPLY-OPER', 'No operator', 4),
  ('PLANNED', 'PLANNED-NONE', 'No production planned', 1), ('PLANNED', 'PLANNED-BREAK', 'Break or shift change', 2),
  ('PLANNED', 'PLANNED-CLEAN', 'Cleaning', 3), ('PLANNED', 'PLANNED-MAINT', 'Maintenance', 4),
  ('CHANGE', 'CHANGE-PROD', 'Another product', 1), ('CHANGE', 'CHANGE-FORMAT', 'Another format', 2),
  ('CHANGE', 'CHANGE-REEL', 'Reel change', 3),
  ('MINOR', 'MINOR-JAM', 'Jam', 1), ('MINOR', 'MINOR-SENSOR', 'Sensor or cleaning on the run', 2),
  ('SPEED', 'SPEED-MAT', 'Material does not run at full speed', 1), ('SPEED', 'SPEED-WEAR', 'Wear', 2),
  ('SCRAP', 'SCRAP-START', 'Start-up', 1), ('SCRAP', 'SCRAP-SEAL', 'Bad seal', 2), ('SCRAP', 'SCRAP-WEIGHT', 'Wrong weight', 3)
) leaf (parent, code, name, sort) ON leaf.parent = branch.code;

-- What people have said of a stretch of time of a machine. It stays when late records change what the machine did then:
-- it counts where it lies over a stop.
CREATE TABLE downtime (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  reason_id uuid NOT NULL REFERENCES downtime_reason (id),
  note text CONSTRAINT downtime_note_length CHECK (char_length(note) BETWEEN 1 AND 1000),
  CONSTRAINT downtime_goes_forward CHECK (from_at < to_at),
  CONSTRAINT downtime_never_overlaps EXCLUDE USING gist (
    int4range(machine_key, machine_key, '[]') WITH =, tstzrange(from_at, to_at) WITH &&)
);
CREATE INDEX downtime_of_reason ON downtime (reason_id);
CALL add_stamps('downtime');
CALL protect_for_staff('downtime');
CREATE POLICY of_seen_machine ON downtime TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine)) WITH CHECK (machine_key IN (SELECT key FROM machine));

-- How often what is said of a machine was changed; changes of one machine follow each other here.
CREATE TABLE downtime_version (
  machine_key int PRIMARY KEY REFERENCES machine (key) ON DELETE CASCADE,
  version int NOT NULL
);
CALL protect_for_staff('downtime_version');
CREATE POLICY of_seen_machine ON downtime_version TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine)) WITH CHECK (machine_key IN (SELECT key FROM machine));
