-- States that follow from the day, approvals with their rules, lines that are the same through revisions, and why a version was made.

-- A quote that is sent has expired when the day it is valid until is over at the site of the customer: read and never written, so that no job is late.
CREATE FUNCTION project_today(of_location uuid, of_customer uuid) RETURNS date LANGUAGE sql STABLE
  RETURN (now() AT TIME ZONE coalesce(
    (SELECT timezone FROM location WHERE id = of_location), (SELECT timezone FROM customer WHERE id = of_customer), 'UTC'))::date;
CREATE FUNCTION project_state(status text, valid_until date, of_location uuid, of_customer uuid) RETURNS text LANGUAGE sql STABLE
  RETURN CASE WHEN status = 'sent' AND valid_until < project_today(of_location, of_customer) THEN 'expired' ELSE status END;

-- In a frozen state nobody can hold the lock: what leads out of it is a change of the state alone, and needs none.
CREATE OR REPLACE FUNCTION fence_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL
    AND NOT (TG_OP = 'UPDATE' AND NEW.status <> OLD.status AND OLD.status IN ('approved', 'sent', 'won', 'lost', 'expired')) THEN
    PERFORM hold_edit_lock(ARRAY[OLD.id]);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_changed_projects(ARRAY[NEW.id]);
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;

-- Whoever brought a project into a frozen state holds it until the transaction ends, and no longer.
CREATE FUNCTION end_lock_of_frozen_project() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE project_lock SET expires_at = clock_timestamp() WHERE project_id = NEW.id AND expires_at > clock_timestamp();
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER end_lock_of_frozen_project AFTER UPDATE OF status ON project DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.status IN ('approved', 'sent', 'won', 'lost', 'expired'))
  EXECUTE FUNCTION end_lock_of_frozen_project();

-- What a row is in all revisions of a project: its first id, unless whoever copies it says what it was.
CREATE FUNCTION default_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.line_id := coalesce(NEW.line_id, NEW.id::text);
  RETURN NEW;
END
$$;
DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'] LOOP
    EXECUTE format('ALTER TABLE %I ADD COLUMN line_id text', part);
    EXECUTE format('UPDATE %I SET line_id = id::text', part);
    EXECUTE format('ALTER TABLE %I ALTER COLUMN line_id SET NOT NULL', part);
    EXECUTE format('CREATE INDEX %I ON %I (project_id, line_id)', part || '_line', part);
    EXECUTE format('CREATE TRIGGER default_line BEFORE INSERT ON %I FOR EACH ROW EXECUTE FUNCTION default_line()', part);
  END LOOP;
END
$$;

-- Why a version was made, and what is noted of it beside what it holds.
ALTER TABLE resource_version
  ADD COLUMN reason text NOT NULL DEFAULT 'byHand' CONSTRAINT resource_version_reason_length CHECK (char_length(reason) BETWEEN 1 AND 50),
  ADD COLUMN facts jsonb NOT NULL DEFAULT '{}' CONSTRAINT resource_version_facts_object CHECK (jsonb_typeof(facts) = 'object');

-- Who has to approve what.
CREATE TABLE approval_rule (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  dimension text NOT NULL
    CHECK (dimension IN ('discount', 'margin', 'total', 'paymentTerms', 'validity', 'unknownCompatibility', 'missingCost')),
  threshold numeric(18, 4) NOT NULL CHECK (threshold >= 0 AND threshold <> 'NaN'),
  currency text CONSTRAINT approval_rule_currency_fkey REFERENCES currency (code),
  usual_terms text,
  role_type_id uuid NOT NULL REFERENCES project_role_type (id),
  place int NOT NULL CHECK (place BETWEEN 1 AND 1000),
  active boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE INDEX approval_rule_of_role ON approval_rule (role_type_id);
CALL add_stamps('approval_rule');
CALL protect_for_staff('approval_rule');

-- What was decided. A decision is no part of what is offered, so whoever decides does not edit: the lock does not hold it. It counts for the
-- submission and the content that it was made of, whose hash includes costs and is answered to nobody.
CREATE TABLE project_approval (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  role_type_id uuid NOT NULL,
  role_type text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('approve', 'reject')),
  note text CHECK (char_length(note) <= 2000),
  submission int NOT NULL,
  content_hash text NOT NULL CHECK (content_hash ~ '^[0-9a-f]{64}$'),
  decided_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key: a decision outlives its maker, and the role it was made in.
  decided_by uuid NOT NULL,
  CONSTRAINT project_approval_rejection_says_why CHECK (decision = 'approve' OR note <> '')
);
CREATE INDEX project_approval_of_project ON project_approval (project_id, id);
CALL protect_for_staff('project_approval');
CREATE FUNCTION approval_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A decision never changes.';
END
$$;
CREATE TRIGGER project_approval_final BEFORE UPDATE ON project_approval FOR EACH STATEMENT EXECUTE FUNCTION approval_is_final();
