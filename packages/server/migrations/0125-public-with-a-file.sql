-- Works with code from: 0103
-- A public document stays as soon as it has a file: before that nobody has seen it, and whoever made it by mistake removes or changes it.
CREATE FUNCTION machine_document_has_file(document uuid) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (SELECT FROM attached_file WHERE owner_table = 'machine_document' AND owner_id = document AND deleted_at IS NULL);
REVOKE EXECUTE ON FUNCTION machine_document_has_file FROM PUBLIC;

-- The triggers that call it hold the row, as whoever attaches a first file does: each sees what the other has done.
CREATE OR REPLACE FUNCTION refuse_for_public_document() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF machine_document_has_file(OLD.id) THEN
    RAISE EXCEPTION 'the document is public' USING ERRCODE = '23514', CONSTRAINT = coalesce(TG_ARGV[0], TG_NAME);
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

CREATE OR REPLACE FUNCTION has_public_documents(machine uuid, model text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (SELECT FROM machine_document d WHERE d.machine_id = machine AND d.visibility = 'public' AND machine_document_has_file(d.id))
    OR EXISTS (SELECT FROM machine_document d JOIN library_machine l ON l.id = d.library_machine_id
      WHERE fold_case(l.model) = fold_case(has_public_documents.model) AND d.visibility = 'public' AND machine_document_has_file(d.id));

CREATE OR REPLACE FUNCTION library_machine_has_public_documents() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF (TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL) AND EXISTS (SELECT FROM machine_document d
    WHERE d.library_machine_id = OLD.id AND d.visibility = 'public' AND machine_document_has_file(d.id)) THEN
    RAISE EXCEPTION 'the library machine has public documents'
      USING ERRCODE = '23514', CONSTRAINT = 'library_machine_has_public_documents';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- What was removed keeps its revision from nobody.
DROP INDEX machine_document_revision_taken;
CREATE UNIQUE INDEX machine_document_revision_taken ON machine_document
  (coalesce(machine_id, library_machine_id), kind, fold_case(language), fold_case(title), fold_case(revision))
  WHERE visibility = 'public' AND deleted_at IS NULL;
