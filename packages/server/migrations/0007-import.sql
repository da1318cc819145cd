-- Writes many rows of a table at once. Where one breaks a rule, all are tried one by one, and those that fail are told with
-- the rule they break; the others stay written, and the caller decides what becomes of them.
-- names: the columns that are written. given: an array of objects with the id and those of the columns that are given; an
-- update keeps the others. Runs as its caller, under the caller's row-level security.
CREATE FUNCTION write_rows(target regclass, is_new boolean, names text[], given jsonb)
  RETURNS TABLE (row_id uuid, state text, rule text) LANGUAGE plpgsql AS $$
DECLARE
  statement text;
  one jsonb;
BEGIN
  IF is_new THEN
    SELECT format('INSERT INTO %1$s (id, %2$s) SELECT id, %2$s FROM jsonb_populate_recordset(NULL::%1$s, $1)',
      target, string_agg(quote_ident(name), ', ')) INTO statement FROM unnest(names) name;
  ELSE
    SELECT format('UPDATE %1$s SET updated_at = now(), row_version = %1$s.row_version + 1, %2$s
        FROM jsonb_array_elements($1) value JOIN %1$s old ON old.id = (value ->> ''id'')::uuid
          CROSS JOIN LATERAL jsonb_populate_record(old, value) changed
        WHERE %1$s.id = changed.id',
      target, string_agg(format('%1$I = changed.%1$I', name), ', ')) INTO statement FROM unnest(names) name;
  END IF;
  BEGIN
    EXECUTE statement USING given;
    RETURN;
  EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
    NULL;
  END;
  FOR one IN SELECT value FROM jsonb_array_elements(given) LOOP
    BEGIN
      EXECUTE statement USING jsonb_build_array(one);
    EXCEPTION WHEN integrity_constraint_violation OR data_exception THEN
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME;
      row_id := (one ->> 'id')::uuid;
      RETURN NEXT;
    END;
  END LOOP;
END
$$;

-- As before, and of rows that are made in one statement too: there a parent may not be in the table yet.
CREATE OR REPLACE FUNCTION forbid_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closes boolean;
BEGIN
  IF NEW.parent_id IS NULL THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('tree:' || TG_TABLE_NAME));
  EXECUTE format(
    'WITH RECURSIVE above AS (
       SELECT id, parent_id FROM %1$I WHERE id = $1
       UNION SELECT t.id, t.parent_id FROM %1$I t JOIN above a ON t.id = a.parent_id
     ) SELECT $1 = $2 OR EXISTS (SELECT FROM above WHERE $2 IN (id, parent_id))', TG_TABLE_NAME)
    INTO closes USING NEW.parent_id, NEW.id;
  IF closes THEN
    RAISE EXCEPTION 'a parent must not lie below its own part' USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0];
  END IF;
  RETURN NEW;
END
$$;
