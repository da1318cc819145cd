-- That this database was restored from a backup. Until somebody releases it, it sends nothing to the outside: the original may still be there.

CREATE TABLE restored_copy (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  backup text NOT NULL,
  -- The moment that the backup shows.
  backup_at timestamptz NOT NULL,
  restored_at timestamptz NOT NULL DEFAULT now(),
  released_at timestamptz,
  -- Null where it was the command line.
  released_by uuid
);
ALTER TABLE restored_copy ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON restored_copy FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON restored_copy TO packhouse_app;
