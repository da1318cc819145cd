-- Spare parts of machines as they were built, and requests for them. The rules are in decision 0116.
CREATE TABLE model_part (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  library_machine_id uuid NOT NULL REFERENCES library_machine (id) ON DELETE CASCADE,
  position text NOT NULL COLLATE "und-x-icu",
  item_id uuid NOT NULL REFERENCES item_master (id),
  quantity numeric(16, 4) NOT NULL CHECK (quantity > 0 AND quantity <> 'NaN'),
  document_id uuid REFERENCES machine_document (id) ON DELETE SET NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(position)) STORED,
  CONSTRAINT model_part_once UNIQUE (library_machine_id, position, item_id)
);
CREATE INDEX model_part_of_item ON model_part (item_id);
CREATE INDEX model_part_of_document ON model_part (document_id);
CALL add_stamps('model_part');
CALL protect_for_staff('model_part');

CREATE TABLE machine_part (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  position text NOT NULL COLLATE "und-x-icu",
  item_id uuid NOT NULL REFERENCES item_master (id),
  quantity numeric(16, 4) NOT NULL CHECK (quantity > 0 AND quantity <> 'NaN'),
  document_id uuid REFERENCES machine_document (id) ON DELETE SET NULL,
  valid_from date,
  valid_until date,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(position)) STORED,
  CONSTRAINT machine_part_once UNIQUE NULLS NOT DISTINCT (machine_id, position, item_id, valid_from),
  CONSTRAINT machine_part_days CHECK (valid_until >= valid_from)
);
CREATE INDEX machine_part_of_item ON machine_part (item_id);
CREATE INDEX machine_part_of_document ON machine_part (document_id);
CALL add_stamps('machine_part');
CALL protect_for_staff('machine_part');
CREATE POLICY of_seen_machine ON machine_part FOR SELECT TO packhouse_app USING (machine_id IN (SELECT id FROM machine));

-- A list has an end: the argument is the table.
CREATE FUNCTION parts_are_bounded() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  others int;
BEGIN
  IF TG_TABLE_NAME = 'machine_part' THEN
    SELECT count(*) INTO others FROM machine_part WHERE machine_id = NEW.machine_id;
  ELSE
    SELECT count(*) INTO others FROM model_part WHERE library_machine_id = NEW.library_machine_id;
  END IF;
  IF others >= 2000 THEN
    RAISE EXCEPTION 'the list is full' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_part_most BEFORE INSERT ON machine_part FOR EACH ROW EXECUTE FUNCTION parts_are_bounded();
CREATE TRIGGER model_part_most BEFORE INSERT ON model_part FOR EACH ROW EXECUTE FUNCTION parts_are_bounded();

-- A drawing is one of the machine, or of the model that it was built as.
CREATE FUNCTION part_drawing_fits() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  fits boolean;
BEGIN
  IF NEW.document_id IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_TABLE_NAME = 'machine_part' THEN
    SELECT EXISTS (
      SELECT FROM machine_document d JOIN machine m ON m.id = NEW.machine_id
        LEFT JOIN library_machine l ON lower(l.model) = lower(m.configuration_id) AND l.deleted_at IS NULL
      WHERE d.id = NEW.document_id AND (d.machine_id = m.id OR d.library_machine_id = l.id)) INTO fits;
  ELSE
    SELECT EXISTS (
      SELECT FROM machine_document WHERE id = NEW.document_id AND library_machine_id = NEW.library_machine_id) INTO fits;
  END IF;
  IF NOT fits THEN
    RAISE EXCEPTION 'the drawing is of another machine' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_part_drawing BEFORE INSERT OR UPDATE OF document_id ON machine_part
  FOR EACH ROW EXECUTE FUNCTION part_drawing_fits();
CREATE TRIGGER model_part_drawing BEFORE INSERT OR UPDATE OF document_id ON model_part
  FOR EACH ROW EXECUTE FUNCTION part_drawing_fits();

CREATE TABLE service_plan_part (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  plan_id uuid NOT NULL REFERENCES service_plan (id) ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES item_master (id),
  quantity numeric(16, 4) NOT NULL CHECK (quantity > 0 AND quantity <> 'NaN'),
  CONSTRAINT service_plan_part_once UNIQUE (plan_id, item_id)
);
CREATE INDEX service_plan_part_of_item ON service_plan_part (item_id);
CALL add_stamps('service_plan_part');
CALL protect_for_staff('service_plan_part');
CREATE POLICY of_seen_plan ON service_plan_part FOR SELECT TO packhouse_app USING (plan_id IN (SELECT id FROM service_plan));

-- A request for parts is a service request with lines, and the quote that was made of it.
ALTER TABLE service_request
  ADD COLUMN kind text NOT NULL DEFAULT 'service' CONSTRAINT service_request_kind_known CHECK (kind IN ('service', 'parts')),
  ADD COLUMN wanted_on date,
  ADD COLUMN project_id uuid REFERENCES project (id) ON DELETE SET NULL;
ALTER TABLE service_request ALTER COLUMN kind DROP DEFAULT;
CREATE INDEX service_request_of_project ON service_request (project_id);
DROP POLICY by_customer ON service_request;
CREATE POLICY by_customer ON service_request FOR INSERT TO packhouse_app WITH CHECK (
  status = 'open' AND planned_on IS NULL AND engineer_id IS NULL AND answer IS NULL AND project_id IS NULL
  AND machine_id IN (SELECT id FROM machine));

CREATE TABLE requested_part (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  request_id uuid NOT NULL REFERENCES service_request (id) ON DELETE CASCADE,
  item_id uuid NOT NULL REFERENCES item_master (id),
  quantity numeric(16, 4) NOT NULL CHECK (quantity > 0 AND quantity <> 'NaN'),
  CONSTRAINT requested_part_once UNIQUE (request_id, item_id)
);
CREATE INDEX requested_part_of_item ON requested_part (item_id);
CALL add_stamps('requested_part');
CALL protect_for_staff('requested_part');
CREATE POLICY of_seen_request ON requested_part FOR SELECT TO packhouse_app USING (request_id IN (SELECT id FROM service_request));
-- A customer writes the lines with the request, and none later.
CREATE POLICY by_customer ON requested_part FOR INSERT TO packhouse_app
  WITH CHECK (request_id IN (SELECT id FROM service_request WHERE kind = 'parts' AND status = 'open' AND created_at = now()));
