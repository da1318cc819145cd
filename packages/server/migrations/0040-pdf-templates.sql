-- Templates of documents: drafts that staff write, versions that never change, and documents that take longer to make.
CREATE TABLE letterhead (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  company text NOT NULL COLLATE "und-x-icu",
  address text,
  footer text,
  font text,
  accent text NOT NULL CONSTRAINT letterhead_accent_pattern CHECK (accent ~ '^#[0-9a-fA-F]{6}$'),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || company)) STORED
);
CREATE UNIQUE INDEX letterhead_name_taken ON letterhead (lower(name)) WHERE deleted_at IS NULL;
CALL add_stamps('letterhead');
CALL protect_for_staff('letterhead');

CREATE TABLE pdf_partial (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL CONSTRAINT pdf_partial_name_pattern CHECK (name ~ '^[a-z0-9][a-z0-9-]*\.typ$'),
  source text NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  CONSTRAINT pdf_partial_name_reserved CHECK (name <> 'main.typ')
);
CREATE UNIQUE INDEX pdf_partial_name_taken ON pdf_partial (name);
CALL add_stamps('pdf_partial');
CALL protect_for_staff('pdf_partial');
-- A version holds the partials that it uses: their number has a bound.
CREATE FUNCTION refuse_more_partials() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM pdf_partial) >= 50 THEN
    RAISE EXCEPTION 'there are as many as there may be' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER pdf_partial_at_most BEFORE INSERT ON pdf_partial FOR EACH ROW EXECUTE FUNCTION refuse_more_partials();

CREATE TABLE pdf_template (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  type text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  locale text NOT NULL,
  business_unit_id uuid REFERENCES business_unit (id),
  letterhead_id uuid REFERENCES letterhead (id),
  page_size text NOT NULL CONSTRAINT pdf_template_page_size_known CHECK (page_size IN ('a4', 'us-letter')),
  margin_top int NOT NULL,
  margin_right int NOT NULL,
  margin_bottom int NOT NULL,
  margin_left int NOT NULL,
  source text NOT NULL,
  sample_data text,
  published_version int,
  published_at timestamptz,
  is_default boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX pdf_template_name_taken ON pdf_template (type, lower(locale), lower(name)) WHERE deleted_at IS NULL;
-- There is one of each: whoever makes a template the default waits for others who do.
CREATE INDEX pdf_template_default ON pdf_template (type, locale, business_unit_id)
  WHERE is_default AND deleted_at IS NULL;
CREATE INDEX pdf_template_of_business_unit ON pdf_template (business_unit_id);
CREATE INDEX pdf_template_of_letterhead ON pdf_template (letterhead_id);
CALL add_stamps('pdf_template');
CALL protect_for_staff('pdf_template');

-- What is deleted is no default any more, and not again when it comes back.
CREATE FUNCTION end_default_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_default := false;
  RETURN NEW;
END
$$;
CREATE TRIGGER end_default_of_deleted BEFORE UPDATE OF deleted_at ON pdf_template
  FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION end_default_of_deleted();

-- Sources that the product brought, by what they are: it renews those that nobody has changed, and brings none a second time.
CREATE TABLE brought_source (
  key text PRIMARY KEY,
  sha256 text NOT NULL,
  template_id uuid REFERENCES pdf_template (id) ON DELETE SET NULL,
  partial_id uuid REFERENCES pdf_partial (id) ON DELETE SET NULL
);
CREATE INDEX brought_source_of_template ON brought_source (template_id);
CREATE INDEX brought_source_of_partial ON brought_source (partial_id);

CREATE TABLE pdf_template_version (
  template_id uuid NOT NULL REFERENCES pdf_template (id) ON DELETE CASCADE,
  number int NOT NULL CHECK (number > 0),
  -- Sources by name: main.typ and the partials that it uses.
  sources jsonb NOT NULL,
  -- Page and letterhead as data of documents.
  frame jsonb NOT NULL,
  logo bytea CHECK (length(logo) <= 1048576),
  fonts bytea[] NOT NULL CHECK (cardinality(fonts) <= 8),
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  documents int NOT NULL DEFAULT 0,
  PRIMARY KEY (template_id, number)
);
CALL protect_for_staff('pdf_template_version');

-- Documents that take longer, for whoever asked for them.
CREATE TABLE pdf_job (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  file_name text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready', 'failed')),
  reason text,
  -- How many documents are rendered before it.
  ahead int NOT NULL DEFAULT 0,
  content bytea,
  -- Whether screen readers can read it: long documents have no tags.
  is_tagged boolean,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- A server that makes a document says so again and again; what nobody makes any more has failed.
  seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pdf_job_of_user ON pdf_job (user_id, started_at);
CREATE INDEX pdf_job_by_age ON pdf_job (started_at);
