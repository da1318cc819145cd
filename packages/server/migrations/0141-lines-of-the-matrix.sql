-- Works with code from: 0124
-- Which lines of the matrix have changed since a revision: a process that has the whole matrix of one revision reads only these for the next.
CREATE TABLE compatibility_line (
  -- No foreign key: the line of a machine that is deleted changes too.
  machine_id uuid PRIMARY KEY,
  -- The revision that changed it last.
  number int NOT NULL
);
CALL protect_for_staff('compatibility_line');
REVOKE INSERT, UPDATE, DELETE ON compatibility_line FROM packhouse_app;

-- The update of the revision comes first: transactions that change the same lines follow each other from there on, so that none of them
-- waits for another that waits for it.
CREATE OR REPLACE FUNCTION raise_compatibility_revision() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.compatibility_raised', true), '') = '' THEN
    PERFORM set_config('packhouse.compatibility_raised', 'yes', true);
    UPDATE compatibility_revision SET number = number + 1;
  END IF;
  IF TG_TABLE_NAME = 'compatibility' THEN
    PERFORM mark_compatibility_line(coalesce(NEW.machine_id, OLD.machine_id));
    IF OLD.machine_id <> NEW.machine_id THEN
      PERFORM mark_compatibility_line(OLD.machine_id);
    END IF;
  ELSIF TG_TABLE_NAME = 'compatibility_material' THEN
    -- The line of a cell that is deleted as well is marked by the deletion of the cell.
    PERFORM mark_compatibility_line(c.machine_id) FROM compatibility c WHERE c.id IN (OLD.compatibility_id, NEW.compatibility_id);
  END IF;
  RETURN NULL;
END
$$;

-- An import writes the cells of a machine one after the other: the line is marked once for them.
CREATE FUNCTION mark_compatibility_line(machine uuid) RETURNS void LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF current_setting('packhouse.compatibility_line', true) IS NOT DISTINCT FROM machine::text THEN
    RETURN;
  END IF;
  PERFORM set_config('packhouse.compatibility_line', machine::text, true);
  INSERT INTO compatibility_line SELECT machine, number FROM compatibility_revision
    ON CONFLICT (machine_id) DO UPDATE SET number = EXCLUDED.number WHERE compatibility_line.number < EXCLUDED.number;
END
$$;
REVOKE ALL ON FUNCTION mark_compatibility_line(uuid) FROM PUBLIC;
