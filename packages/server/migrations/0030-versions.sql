-- Numbered states of rows of any resource, with all that belongs to them. A version never changes.

CREATE TABLE resource_version (
  root_table text NOT NULL,
  root_id uuid NOT NULL,
  number int NOT NULL CONSTRAINT resource_version_number_positive CHECK (number >= 1),
  schema int NOT NULL CONSTRAINT resource_version_schema_positive CHECK (schema >= 1),
  snapshot jsonb NOT NULL CONSTRAINT resource_version_snapshot_object CHECK (jsonb_typeof(snapshot) = 'object'),
  note text CONSTRAINT resource_version_note_length CHECK (char_length(note) <= 2000),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key: a version outlives its maker.
  created_by uuid NOT NULL,
  PRIMARY KEY (root_table, root_id, number)
);
CREATE FUNCTION version_is_immutable() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A version never changes.';
END
$$;
CREATE TRIGGER resource_version_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON resource_version
  FOR EACH STATEMENT EXECUTE FUNCTION version_is_immutable();

-- Whoever sees a row sees and makes its versions: the row scope of its own table decides.
ALTER TABLE resource_version ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON resource_version TO packhouse_staff USING (true);
CREATE POLICY of_visible_root ON resource_version FOR SELECT TO packhouse_app USING (sees_row(root_table, root_id));
CREATE POLICY for_visible_root ON resource_version FOR INSERT TO packhouse_app WITH CHECK (sees_row(root_table, root_id));
GRANT SELECT, INSERT ON resource_version TO packhouse_app;

-- The entries of one transaction belong together, such as those of a row and of the parts that were saved with it.
CREATE FUNCTION current_change() RETURNS uuid LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('packhouse.change', true), '') = '' THEN
    PERFORM set_config('packhouse.change', uuidv7()::text, true);
  END IF;
  RETURN current_setting('packhouse.change')::uuid;
END
$$;
ALTER TABLE audit_entry ADD COLUMN change_id uuid;
ALTER TABLE audit_entry ALTER COLUMN change_id SET DEFAULT current_change();
