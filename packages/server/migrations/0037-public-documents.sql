-- Public documents of machines (EU 2023/1230, Art. 10(7)): a page for each machine behind an address that nobody guesses, documents
-- that stay public, and requests for paper.

-- 122 random bits in the letters of base64url.
CREATE FUNCTION new_page_token() RETURNS text LANGUAGE sql VOLATILE
  RETURN translate(rtrim(encode(uuid_send(gen_random_uuid()), 'base64'), '='), '+/', '-_');

CREATE TABLE machine_page (
  machine_id uuid PRIMARY KEY REFERENCES machine (id) ON DELETE CASCADE,
  token text NOT NULL CONSTRAINT machine_page_token_taken UNIQUE CHECK (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- Labels that were printed before there were tokens carry the machine ID alone. No other machine is found by its ID.
  has_old_label boolean NOT NULL DEFAULT false
);
INSERT INTO machine_page (machine_id, token, has_old_label) SELECT id, new_page_token(), true FROM machine;
ALTER TABLE machine_page ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_visible_machine ON machine_page FOR SELECT TO packhouse_app USING (sees_row('machine', machine_id));
GRANT SELECT ON machine_page TO packhouse_app;

CREATE FUNCTION add_machine_page() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO machine_page (machine_id, token) VALUES (NEW.id, new_page_token());
  RETURN NULL;
END
$$;
CREATE TRIGGER add_machine_page AFTER INSERT ON machine FOR EACH ROW EXECUTE FUNCTION add_machine_page();

ALTER TABLE machine_document
  ADD public_since timestamptz,
  DROP CONSTRAINT machine_document_visibility_known,
  ADD CONSTRAINT machine_document_visibility_known CHECK (visibility IN ('internal', 'customer', 'public')),
  ADD CONSTRAINT machine_document_public_kind CHECK (visibility <> 'public' OR kind IN ('ceDeclaration', 'manual')),
  ADD CONSTRAINT machine_document_public_language CHECK (visibility <> 'public' OR language IS NOT NULL);
CREATE UNIQUE INDEX machine_document_revision_taken ON machine_document
  (coalesce(machine_id, library_machine_id), kind, lower(language), lower(title), lower(revision)) WHERE visibility = 'public';
ALTER POLICY of_own_machine ON machine_document USING (
  visibility IN ('customer', 'public') AND deleted_at IS NULL
  AND (machine_id IN (SELECT id FROM machine) OR is_model_of_own_machine(library_machine_id)));

CREATE FUNCTION stamp_public_since() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.public_since := CASE WHEN NEW.visibility = 'public' THEN coalesce(CASE TG_OP WHEN 'UPDATE' THEN OLD.public_since END, now()) END;
  RETURN NEW;
END
$$;
CREATE TRIGGER stamp_public_since BEFORE INSERT OR UPDATE OF visibility, public_since ON machine_document
  FOR EACH ROW EXECUTE FUNCTION stamp_public_since();

-- What has been public stays so, whoever asks and whatever cascades to it.
CREATE FUNCTION refuse_for_public_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the document is public' USING ERRCODE = '23514', CONSTRAINT = coalesce(TG_ARGV[0], TG_NAME);
END
$$;
CREATE TRIGGER machine_document_public_frozen BEFORE UPDATE ON machine_document
  FOR EACH ROW WHEN (OLD.visibility = 'public' AND (NEW.machine_id, NEW.library_machine_id, NEW.kind, NEW.language, NEW.revision)
    IS DISTINCT FROM (OLD.machine_id, OLD.library_machine_id, OLD.kind, OLD.language, OLD.revision))
  EXECUTE FUNCTION refuse_for_public_document();
CREATE TRIGGER machine_document_stays_public BEFORE UPDATE ON machine_document
  FOR EACH ROW WHEN (OLD.visibility = 'public' AND (NEW.visibility <> 'public' OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION refuse_for_public_document();
CREATE TRIGGER machine_document_stays BEFORE DELETE ON machine_document
  FOR EACH ROW WHEN (OLD.visibility = 'public') EXECUTE FUNCTION refuse_for_public_document('machine_document_stays_public');

-- A public document makes way for a public one alone, of its kind and language. A revision never supersedes one of its own name.
CREATE FUNCTION machine_document_supersedes_rightly() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  older machine_document;
  broken boolean;
BEGIN
  SELECT * INTO older FROM machine_document WHERE id = NEW.supersedes_id;
  broken := CASE TG_NAME
    WHEN 'machine_document_supersedes_other_revision' THEN lower(NEW.revision) = lower(older.revision)
    WHEN 'machine_document_supersedes_same_kind' THEN older.visibility = 'public'
      AND (NEW.kind <> older.kind OR lower(NEW.language) IS DISTINCT FROM lower(older.language))
    ELSE older.visibility = 'public' AND NEW.visibility <> 'public'
  END;
  IF broken THEN
    RAISE EXCEPTION 'it cannot supersede that document' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
DO $$
DECLARE
  rule text;
BEGIN
  FOREACH rule IN ARRAY ARRAY['other_revision', 'same_kind', 'as_public'] LOOP
    -- After the foreign key and the rules on circles: those say first what is wrong.
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OF supersedes_id, revision, kind, language, visibility ON machine_document
      FOR EACH ROW WHEN (NEW.supersedes_id IS NOT NULL) EXECUTE FUNCTION machine_document_supersedes_rightly()',
      'machine_document_supersedes_' || rule);
  END LOOP;
END
$$;

-- The file of a public document is the one that it got first.
CREATE FUNCTION attached_file_of_public_document() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  owner uuid := CASE TG_OP WHEN 'INSERT' THEN NEW.owner_id ELSE OLD.owner_id END;
  arrives boolean := TG_OP <> 'DELETE' AND NEW.deleted_at IS NULL AND (TG_OP = 'INSERT' OR OLD.deleted_at IS NOT NULL);
  leaves boolean := TG_OP <> 'INSERT' AND OLD.deleted_at IS NULL AND (TG_OP = 'DELETE' OR
    (NEW.id, NEW.owner_table, NEW.owner_id, NEW.name, NEW.content_type, NEW.size, NEW.sha256, NEW.deleted_at)
    IS DISTINCT FROM (OLD.id, OLD.owner_table, OLD.owner_id, OLD.name, OLD.content_type, OLD.size, OLD.sha256, OLD.deleted_at));
BEGIN
  -- Two who attach a first file follow each other.
  PERFORM FROM machine_document WHERE id = owner AND visibility = 'public' FOR NO KEY UPDATE;
  IF FOUND AND (leaves OR arrives AND EXISTS (SELECT FROM attached_file
    WHERE owner_table = 'machine_document' AND owner_id = owner AND deleted_at IS NULL)) THEN
    RAISE EXCEPTION 'the document is public' USING ERRCODE = '23514', CONSTRAINT = 'machine_document_public_frozen';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER attached_file_of_public_document BEFORE INSERT ON attached_file
  FOR EACH ROW WHEN (NEW.owner_table = 'machine_document') EXECUTE FUNCTION attached_file_of_public_document();
CREATE TRIGGER attached_file_of_public_document_stays BEFORE UPDATE OR DELETE ON attached_file
  FOR EACH ROW WHEN (OLD.owner_table = 'machine_document') EXECUTE FUNCTION attached_file_of_public_document();

CREATE FUNCTION has_public_documents(machine uuid, model text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN EXISTS (SELECT FROM machine_document WHERE machine_id = machine AND visibility = 'public')
    OR EXISTS (SELECT FROM machine_document d JOIN library_machine l ON l.id = d.library_machine_id
      WHERE lower(l.model) = lower(has_public_documents.model) AND d.visibility = 'public');
REVOKE EXECUTE ON FUNCTION has_public_documents FROM PUBLIC;
GRANT EXECUTE ON FUNCTION has_public_documents TO packhouse_app;

-- A machine that is gone would have no page; one that is retired has.
CREATE FUNCTION machine_has_public_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND has_public_documents(OLD.id, OLD.configuration_id) THEN
    RAISE EXCEPTION 'the machine has public documents' USING ERRCODE = '23514', CONSTRAINT = 'machine_has_public_documents';
  ELSIF TG_OP = 'UPDATE' AND has_public_documents(NULL, OLD.configuration_id)
    AND NOT has_public_documents(NULL, NEW.configuration_id) THEN
    RAISE EXCEPTION 'the model has public documents' USING ERRCODE = '23514', CONSTRAINT = 'machine_model_has_public_documents';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER machine_has_public_documents BEFORE DELETE ON machine
  FOR EACH ROW EXECUTE FUNCTION machine_has_public_documents();
CREATE TRIGGER machine_model_has_public_documents BEFORE UPDATE OF configuration_id ON machine
  FOR EACH ROW WHEN (NEW.configuration_id IS DISTINCT FROM OLD.configuration_id) EXECUTE FUNCTION machine_has_public_documents();

CREATE FUNCTION library_machine_has_public_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (TG_OP = 'DELETE' OR NEW.deleted_at IS NOT NULL)
    AND EXISTS (SELECT FROM machine_document WHERE library_machine_id = OLD.id AND visibility = 'public') THEN
    RAISE EXCEPTION 'the library machine has public documents'
      USING ERRCODE = '23514', CONSTRAINT = 'library_machine_has_public_documents';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER library_machine_has_public_documents BEFORE DELETE OR UPDATE OF deleted_at ON library_machine
  FOR EACH ROW EXECUTE FUNCTION library_machine_has_public_documents();

CREATE TABLE paper_request (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  number int GENERATED ALWAYS AS IDENTITY,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  document_id uuid REFERENCES machine_document (id) ON DELETE SET NULL,
  state text NOT NULL CONSTRAINT paper_request_state_known CHECK (state IN ('open', 'sent', 'declined')),
  name text,
  postal_address text,
  email text,
  language text,
  notes text
);
CREATE INDEX paper_request_of_machine ON paper_request (machine_id);
CREATE INDEX paper_request_of_document ON paper_request (document_id);
CREATE INDEX paper_request_by_state ON paper_request (state, id);
CALL add_stamps('paper_request');
CALL protect_for_staff('paper_request');
