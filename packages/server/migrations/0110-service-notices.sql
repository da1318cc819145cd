-- Works with code from: 0103
-- Who is told of visits and requests. The rules are in decision 0125.
ALTER TABLE user_setting ADD COLUMN service_mails boolean NOT NULL DEFAULT true;

-- A visit or a request that has changed, and of which nobody was told yet: one row for each, however often it changes.
CREATE TABLE service_notice (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  visit_id uuid REFERENCES service_visit (id) ON DELETE CASCADE,
  request_id uuid REFERENCES service_request (id) ON DELETE CASCADE,
  -- What people are told of, as it was before the first change; null where it was not there.
  before jsonb,
  due_at timestamptz NOT NULL DEFAULT now() + interval '1 minute',
  CONSTRAINT service_notice_of_one CHECK (num_nonnulls(visit_id, request_id) = 1),
  CONSTRAINT service_notice_once UNIQUE NULLS NOT DISTINCT (visit_id, request_id)
);
CREATE INDEX service_notice_of_request ON service_notice (request_id);
CREATE INDEX service_notice_by_time ON service_notice (due_at);
ALTER TABLE service_notice ENABLE ROW LEVEL SECURITY;

-- The arguments are the columns that people are told of.
CREATE FUNCTION note_service_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  old_values jsonb;
  new_values jsonb;
BEGIN
  SELECT jsonb_object_agg(name, to_jsonb(NEW) -> name) INTO new_values FROM unnest(TG_ARGV) name;
  IF TG_OP = 'UPDATE' THEN
    SELECT jsonb_object_agg(name, to_jsonb(OLD) -> name) INTO old_values FROM unnest(TG_ARGV) name;
  END IF;
  IF old_values IS DISTINCT FROM new_values THEN
    INSERT INTO service_notice (visit_id, request_id, before)
    VALUES (CASE TG_TABLE_NAME WHEN 'service_visit' THEN NEW.id END, CASE TG_TABLE_NAME WHEN 'service_request' THEN NEW.id END, old_values)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
-- What was entered by nobody, such as the sample data, is no news.
CREATE TRIGGER service_visit_noted AFTER INSERT OR UPDATE ON service_visit FOR EACH ROW WHEN (NEW.updated_by IS NOT NULL)
  EXECUTE FUNCTION note_service_change('engineer_id', 'starts_at', 'ends_at', 'status', 'deleted_at');
CREATE TRIGGER service_request_noted AFTER INSERT OR UPDATE ON service_request FOR EACH ROW WHEN (NEW.updated_by IS NOT NULL)
  EXECUTE FUNCTION note_service_change('status', 'planned_on', 'engineer_id', 'answer', 'deleted_at');
