-- Whoever has a project open learns who edits it, what has changed and who else has it open. A message names the project and what it is about;
-- it never has a value.

CREATE FUNCTION tell_project(project uuid, what text) RETURNS void LANGUAGE sql
  RETURN pg_notify('project', project || ' ' || what);

CREATE FUNCTION tell_project_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM tell_project(project_id, TG_TABLE_NAME) FROM (SELECT DISTINCT project_id FROM old_rows) changed;
  ELSE
    PERFORM tell_project(project_id, TG_TABLE_NAME) FROM (SELECT DISTINCT project_id FROM new_rows) changed;
  END IF;
  RETURN NULL;
END
$$;

-- For every table whose rows belong to a project by their project_id.
CREATE PROCEDURE tell_of_project_part(part regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER tell_insert AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tell_project_part()', part);
  EXECUTE format('CREATE TRIGGER tell_update AFTER UPDATE ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tell_project_part()', part);
  EXECUTE format('CREATE TRIGGER tell_delete AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tell_project_part()', part);
END
$$;

-- All that the edit lock is held against, and who takes part.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT tgrelid::regclass FROM pg_trigger WHERE tgname = 'fence_insert' UNION SELECT 'project_role'::regclass LOOP
    CALL tell_of_project_part(part);
  END LOOP;
END
$$;

CREATE FUNCTION tell_project_itself() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_project(coalesce(NEW.id, OLD.id), 'project');
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_project AFTER INSERT OR UPDATE OR DELETE ON project FOR EACH ROW EXECUTE FUNCTION tell_project_itself();

CREATE FUNCTION tell_project_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  file attached_file := coalesce(NEW, OLD);
  changed uuid := file.owner_id;
BEGIN
  IF file.owner_table <> 'project' THEN
    EXECUTE format('SELECT project_id FROM %I WHERE id = $1', file.owner_table) INTO changed USING file.owner_id;
  END IF;
  IF changed IS NOT NULL THEN
    PERFORM tell_project(changed, file.owner_table);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_project_file AFTER INSERT OR UPDATE ON attached_file FOR EACH ROW
  WHEN (NEW.owner_table IN ('project', 'project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'))
  EXECUTE FUNCTION tell_project_file();
CREATE TRIGGER tell_project_file_removal AFTER DELETE ON attached_file FOR EACH ROW
  WHEN (OLD.owner_table IN ('project', 'project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning', 'project_media'))
  EXECUTE FUNCTION tell_project_file();

-- The argument is what has changed.
CREATE FUNCTION tell_project_of() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_project(coalesce(NEW.project_id, OLD.project_id), TG_ARGV[0]);
  RETURN NULL;
END
$$;
CREATE TRIGGER tell_lock AFTER INSERT OR UPDATE OR DELETE ON project_lock FOR EACH ROW EXECUTE FUNCTION tell_project_of('lock');

-- Who has a project open: a row for each open stream, renewed by the process that serves it. What a process leaves behind expires.
CREATE UNLOGGED TABLE project_viewer (
  stream uuid PRIMARY KEY,
  project_id uuid NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX project_viewer_of_project ON project_viewer (project_id);
CREATE INDEX project_viewer_of_user ON project_viewer (user_id);
CREATE TRIGGER tell_people AFTER INSERT OR DELETE ON project_viewer FOR EACH ROW EXECUTE FUNCTION tell_project_of('people');
