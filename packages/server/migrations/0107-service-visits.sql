-- Works with code from: 0103
-- Visits of engineers, with what was checked and used. The rules are in decision 0120.
CREATE TABLE service_visit (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  subject text NOT NULL COLLATE "und-x-icu",
  kind text NOT NULL CONSTRAINT service_visit_kind_known CHECK (kind IN ('installation', 'acceptance', 'service', 'repair')),
  engineer_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status text NOT NULL CONSTRAINT service_visit_status_known CHECK (status IN ('planned', 'underWay', 'done', 'cancelled')),
  note text,
  completed_at timestamptz,
  -- Made by the device that the form was filled in on: the same form twice is one.
  form_id text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(subject)) STORED,
  CONSTRAINT service_visit_times CHECK (starts_at <= ends_at),
  CONSTRAINT service_visit_length CHECK (ends_at <= starts_at + interval '31 days'),
  CONSTRAINT service_visit_done_by_form CHECK ((status = 'done') = (completed_at IS NOT NULL))
);
CREATE INDEX service_visit_of_machine ON service_visit (machine_id);
CREATE INDEX service_visit_of_engineer ON service_visit (engineer_id);
CREATE INDEX service_visit_by_start ON service_visit (starts_at) WHERE deleted_at IS NULL;
CALL add_stamps('service_visit');
CALL protect_for_staff('service_visit');
CREATE POLICY of_seen_machine ON service_visit FOR SELECT TO packhouse_app USING (machine_id IN (SELECT id FROM machine));

CREATE FUNCTION service_visit_engineer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM user_account WHERE id = NEW.engineer_id AND customer_id IS NOT NULL) THEN
    RAISE EXCEPTION 'the engineer is not of the staff' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER service_visit_engineer BEFORE INSERT OR UPDATE OF engineer_id ON service_visit
  FOR EACH ROW EXECUTE FUNCTION service_visit_engineer();

CREATE TABLE visit_task (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  visit_id uuid NOT NULL REFERENCES service_visit (id) ON DELETE CASCADE,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  plan_id uuid REFERENCES service_plan (id) ON DELETE SET NULL,
  request_id uuid REFERENCES service_request (id) ON DELETE SET NULL,
  CONSTRAINT visit_task_once UNIQUE NULLS NOT DISTINCT (visit_id, machine_id, plan_id, request_id)
);
CREATE INDEX visit_task_of_machine ON visit_task (machine_id);
CREATE INDEX visit_task_of_plan ON visit_task (plan_id);
CREATE INDEX visit_task_of_request ON visit_task (request_id);
CALL add_stamps('visit_task');
CALL protect_for_staff('visit_task');
CREATE POLICY of_seen_visit ON visit_task FOR SELECT TO packhouse_app
  USING (visit_id IN (SELECT id FROM service_visit) AND machine_id IN (SELECT id FROM machine));

-- The name of the trigger is the rule.
CREATE FUNCTION visit_task_fits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  misfit boolean;
BEGIN
  misfit := CASE TG_NAME
    WHEN 'visit_task_of_customer' THEN NOT EXISTS (
      SELECT FROM service_visit v JOIN machine of_visit ON of_visit.id = v.machine_id JOIN machine m ON m.id = NEW.machine_id
      WHERE v.id = NEW.visit_id AND m.customer_id IS NOT DISTINCT FROM of_visit.customer_id)
    WHEN 'visit_task_plan_of_machine' THEN
      NOT EXISTS (SELECT FROM service_plan WHERE id = NEW.plan_id AND machine_id = NEW.machine_id)
    WHEN 'visit_task_request_of_machine' THEN
      NOT EXISTS (SELECT FROM service_request WHERE id = NEW.request_id AND machine_id = NEW.machine_id)
    ELSE (SELECT count(*) FROM visit_task WHERE visit_id = NEW.visit_id) >= 50
  END;
  IF misfit THEN
    RAISE EXCEPTION 'the task does not fit the visit' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER visit_task_of_customer BEFORE INSERT ON visit_task FOR EACH ROW EXECUTE FUNCTION visit_task_fits();
CREATE TRIGGER visit_task_plan_of_machine BEFORE INSERT ON visit_task
  FOR EACH ROW WHEN (NEW.plan_id IS NOT NULL) EXECUTE FUNCTION visit_task_fits();
CREATE TRIGGER visit_task_request_of_machine BEFORE INSERT ON visit_task
  FOR EACH ROW WHEN (NEW.request_id IS NOT NULL) EXECUTE FUNCTION visit_task_fits();
CREATE TRIGGER visit_task_most BEFORE INSERT ON visit_task FOR EACH ROW EXECUTE FUNCTION visit_task_fits();

-- A request says when somebody comes for it, and who.
CREATE FUNCTION plan_requests_of_visit(visit uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE service_request r SET status = 'planned', planned_on = site_date(r.machine_id, v.starts_at), engineer_id = v.engineer_id,
    row_version = r.row_version + 1, updated_at = now(), updated_by = v.updated_by
  FROM service_visit v
  WHERE v.id = visit AND v.status IN ('planned', 'underWay') AND v.deleted_at IS NULL AND r.status IN ('open', 'planned')
    AND r.id IN (SELECT request_id FROM visit_task WHERE visit_id = visit)
    AND (r.status, r.planned_on, r.engineer_id) IS DISTINCT FROM ('planned', site_date(r.machine_id, v.starts_at), v.engineer_id)
$$;
REVOKE EXECUTE ON FUNCTION plan_requests_of_visit FROM PUBLIC;
CREATE FUNCTION visit_tells_requests() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM plan_requests_of_visit(CASE TG_TABLE_NAME WHEN 'visit_task' THEN to_jsonb(NEW) ->> 'visit_id' ELSE to_jsonb(NEW) ->> 'id' END::uuid);
  RETURN NULL;
END
$$;
CREATE TRIGGER visit_tells_requests AFTER INSERT ON visit_task
  FOR EACH ROW WHEN (NEW.request_id IS NOT NULL) EXECUTE FUNCTION visit_tells_requests();
CREATE TRIGGER visit_tells_requests AFTER UPDATE OF starts_at, engineer_id, status ON service_visit
  FOR EACH ROW EXECUTE FUNCTION visit_tells_requests();

ALTER TABLE service_plan ADD COLUMN checklist text;

ALTER TABLE service_record
  ADD COLUMN hours double precision CONSTRAINT service_record_hours_bounds CHECK (hours BETWEEN 0 AND 1000),
  ADD COLUMN visit_id uuid REFERENCES service_visit (id) ON DELETE SET NULL,
  ADD COLUMN checks jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN parts jsonb NOT NULL DEFAULT '[]';
CREATE INDEX service_record_of_visit ON service_record (visit_id);
