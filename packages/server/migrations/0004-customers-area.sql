-- Customers, suppliers and their contacts and locations, licences and reference data, and the audit of every change.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The two halves of the question `may this row be seen`, each asked once a statement and not once a row.
CREATE FUNCTION scope_is_all() RETURNS boolean
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN coalesce(current_setting('packhouse.customers', true) = 'all', false);
CREATE FUNCTION scope_customer() RETURNS uuid
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN CASE WHEN current_setting('packhouse.customers', true) ~ '^[0-9a-f-]{36}$'
    THEN current_setting('packhouse.customers', true)::uuid END;

-- Columns that every resource has. The table must be empty or the defaults must do for its rows.
CREATE PROCEDURE add_stamps(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format(
    'ALTER TABLE %s
       ADD COLUMN IF NOT EXISTS created_at timestamptz NOT NULL DEFAULT now(),
       ADD COLUMN created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
       ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now(),
       ADD COLUMN updated_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
       ADD COLUMN row_version int NOT NULL DEFAULT 1', target);
END
$$;

-- Rows that only staff see and change.
CREATE PROCEDURE protect_for_staff(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY staff ON %s TO packhouse_app USING ((SELECT scope_is_all()))', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO packhouse_app', target);
END
$$;

-- Refuses a parent that is the row itself or lies below it. The argument is the name of the rule that is broken. The lock
-- makes two changes that would close a circle together follow each other.
CREATE FUNCTION forbid_cycle() RETURNS trigger LANGUAGE plpgsql AS $$
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
     ) SELECT EXISTS (SELECT FROM above WHERE id = $2)', TG_TABLE_NAME)
    INTO closes USING NEW.parent_id, NEW.id;
  IF closes THEN
    RAISE EXCEPTION 'a parent must not lie below its own part' USING ERRCODE = '23514', CONSTRAINT = TG_ARGV[0];
  END IF;
  RETURN NEW;
END
$$;

CREATE TABLE currency (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL CONSTRAINT currency_code_taken UNIQUE,
  name text NOT NULL COLLATE "und-x-icu",
  symbol text,
  minor_units int NOT NULL,
  rounding numeric(16, 4),
  is_base boolean NOT NULL DEFAULT false,
  active boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED,
  CONSTRAINT currency_base_active CHECK (active OR NOT is_base)
);
CREATE UNIQUE INDEX currency_one_base ON currency (is_base) WHERE is_base;
CALL add_stamps('currency');
CALL protect_for_staff('currency');
-- Customers from before this table had no currency; the rest of ISO 4217 is filled in at the start of the server.
INSERT INTO currency (code, name, minor_units, is_base, active) VALUES ('EUR', 'Euro', 2, true, true);

CREATE TABLE country (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  iso2 text NOT NULL CONSTRAINT country_iso2_taken UNIQUE,
  iso3 text NOT NULL CONSTRAINT country_iso3_taken UNIQUE,
  "numeric" text,
  name text NOT NULL COLLATE "und-x-icu",
  dial_code text,
  currency text REFERENCES currency (code),
  active boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (lower(iso2 || ' ' || iso3 || ' ' || name)) STORED
);
CALL add_stamps('country');
CALL protect_for_staff('country');

CREATE TABLE exchange_rate (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  "from" text NOT NULL CONSTRAINT exchange_rate_from_currency_fkey REFERENCES currency (code),
  "to" text NOT NULL CONSTRAINT exchange_rate_to_currency_fkey REFERENCES currency (code),
  rate numeric(22, 10) NOT NULL CONSTRAINT exchange_rate_positive CHECK (rate > 0),
  valid_on date NOT NULL,
  kind text NOT NULL,
  source text,
  search_text text GENERATED ALWAYS AS (lower("from" || ' ' || "to" || ' ' || coalesce(source, ''))) STORED,
  CONSTRAINT exchange_rate_two_currencies CHECK ("from" <> "to"),
  CONSTRAINT exchange_rate_once UNIQUE ("from", "to", valid_on, kind)
);
CALL add_stamps('exchange_rate');
CALL protect_for_staff('exchange_rate');

CREATE TABLE location_type (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  sort int NOT NULL,
  active boolean NOT NULL,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX location_type_code_taken ON location_type (lower(code)) WHERE deleted_at IS NULL;
CALL add_stamps('location_type');
CALL protect_for_staff('location_type');

CREATE TABLE industry (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  parent_id uuid REFERENCES industry (id),
  sort int NOT NULL,
  active boolean NOT NULL,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (lower(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX industry_code_taken ON industry (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX industry_of_parent ON industry (parent_id);
CREATE TRIGGER industry_parent_acyclic BEFORE INSERT OR UPDATE OF parent_id ON industry
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('industry_parent_acyclic');
CALL add_stamps('industry');
CALL protect_for_staff('industry');

ALTER TABLE customer
  DROP CONSTRAINT customer_code_taken,
  ALTER COLUMN name TYPE text COLLATE "und-x-icu",
  ADD COLUMN legal_name text,
  ADD COLUMN tax_id text,
  ADD COLUMN industry_id uuid REFERENCES industry (id),
  ADD COLUMN website text,
  ADD COLUMN currency text NOT NULL DEFAULT 'EUR' REFERENCES currency (code),
  ADD COLUMN language text,
  ADD COLUMN timezone text,
  ADD COLUMN payment_terms text,
  ADD COLUMN credit_limit numeric(16, 4),
  ADD COLUMN owner_id uuid REFERENCES user_account (id),
  ADD COLUMN notes text,
  ADD COLUMN status text NOT NULL DEFAULT 'active',
  ADD COLUMN parent_id uuid REFERENCES customer (id),
  ADD COLUMN deleted_at timestamptz;
ALTER TABLE customer
  ALTER COLUMN currency DROP DEFAULT,
  ALTER COLUMN status DROP DEFAULT,
  ADD COLUMN search_text text GENERATED ALWAYS AS
    (lower(code || ' ' || name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(tax_id, ''))) STORED;
CREATE UNIQUE INDEX customer_code_taken ON customer (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX customer_by_name ON customer (name, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_search ON customer USING gin (search_text gin_trgm_ops);
CREATE INDEX customer_of_parent ON customer (parent_id);
CREATE TRIGGER customer_parent_acyclic BEFORE INSERT OR UPDATE OF parent_id ON customer
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('customer_parent_acyclic');
CALL add_stamps('customer');
ALTER TABLE customer ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_customer ON customer TO packhouse_app
  USING ((SELECT scope_is_all()) OR id = (SELECT scope_customer()));
GRANT SELECT, INSERT, UPDATE, DELETE ON customer TO packhouse_app;

CREATE TABLE supplier (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  legal_name text,
  tax_id text,
  industry_id uuid REFERENCES industry (id),
  website text,
  currency text NOT NULL REFERENCES currency (code),
  language text,
  timezone text,
  payment_terms text,
  credit_limit numeric(16, 4),
  owner_id uuid REFERENCES user_account (id),
  notes text,
  status text NOT NULL,
  parent_id uuid REFERENCES supplier (id),
  lead_days int,
  incoterm text,
  rating int CONSTRAINT supplier_rating_1_to_5 CHECK (rating BETWEEN 1 AND 5),
  preferred boolean NOT NULL,
  min_order numeric(16, 4),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS
    (lower(code || ' ' || name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(tax_id, ''))) STORED
);
CREATE UNIQUE INDEX supplier_code_taken ON supplier (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX supplier_by_name ON supplier (name, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_search ON supplier USING gin (search_text gin_trgm_ops);
CREATE INDEX supplier_of_parent ON supplier (parent_id);
CREATE TRIGGER supplier_parent_acyclic BEFORE INSERT OR UPDATE OF parent_id ON supplier
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('supplier_parent_acyclic');
CALL add_stamps('supplier');
CALL protect_for_staff('supplier');

CREATE TABLE contact (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid REFERENCES customer (id),
  supplier_id uuid REFERENCES supplier (id),
  first_name text NOT NULL COLLATE "und-x-icu",
  last_name text COLLATE "und-x-icu",
  job_title text,
  email text,
  phone text,
  role text,
  is_primary boolean NOT NULL DEFAULT false,
  user_id uuid REFERENCES user_account (id),
  consent_at timestamptz,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (lower(first_name || ' ' || coalesce(last_name, '') || ' ' ||
    coalesce(job_title, '') || ' ' || coalesce(email, ''))) STORED,
  CONSTRAINT contact_of_customer_or_supplier CHECK ((customer_id IS NULL) <> (supplier_id IS NULL))
);
CREATE UNIQUE INDEX contact_user_taken ON contact (user_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX contact_one_primary ON contact (customer_id, supplier_id) NULLS NOT DISTINCT
  WHERE is_primary AND deleted_at IS NULL;
CREATE INDEX contact_of_customer ON contact (customer_id);
CREATE INDEX contact_of_supplier ON contact (supplier_id);
CREATE INDEX contact_search ON contact USING gin (search_text gin_trgm_ops);
CALL add_stamps('contact');
ALTER TABLE contact ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON contact TO packhouse_app
  USING ((SELECT scope_is_all()) OR customer_id = (SELECT scope_customer()));
GRANT SELECT, INSERT, UPDATE, DELETE ON contact TO packhouse_app;

CREATE TABLE location (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid REFERENCES customer (id),
  supplier_id uuid REFERENCES supplier (id),
  type_id uuid NOT NULL REFERENCES location_type (id),
  name text NOT NULL COLLATE "und-x-icu",
  address_line1 text,
  address_line2 text,
  city text COLLATE "und-x-icu",
  region text,
  postcode text,
  country_code text NOT NULL CONSTRAINT location_country_code_fkey REFERENCES country (iso2),
  latitude double precision CONSTRAINT location_latitude_on_earth CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CONSTRAINT location_longitude_on_earth CHECK (longitude BETWEEN -180 AND 180),
  timezone text NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  access_notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (lower(name || ' ' || coalesce(address_line1, '') || ' ' || coalesce(city, '') || ' ' ||
    coalesce(region, '') || ' ' || coalesce(postcode, ''))) STORED,
  CONSTRAINT location_of_customer_or_supplier CHECK ((customer_id IS NULL) <> (supplier_id IS NULL)),
  CONSTRAINT location_coordinates_both_or_neither CHECK ((latitude IS NULL) = (longitude IS NULL))
);
CREATE UNIQUE INDEX location_one_primary ON location (customer_id, supplier_id) NULLS NOT DISTINCT
  WHERE is_primary AND deleted_at IS NULL;
CREATE INDEX location_of_customer ON location (customer_id);
CREATE INDEX location_of_supplier ON location (supplier_id);
CREATE INDEX location_search ON location USING gin (search_text gin_trgm_ops);
CALL add_stamps('location');
ALTER TABLE location ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON location TO packhouse_app
  USING ((SELECT scope_is_all()) OR customer_id = (SELECT scope_customer()));
GRANT SELECT, INSERT, UPDATE, DELETE ON location TO packhouse_app;

CREATE TABLE licence (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer (id),
  name text NOT NULL COLLATE "und-x-icu",
  product text,
  key_masked text,
  seats int NOT NULL CONSTRAINT licence_seats_at_least_one CHECK (seats >= 1),
  valid_from date,
  expires_at date,
  terminated_at date,
  features text[] NOT NULL,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (lower(name || ' ' || coalesce(product, ''))) STORED,
  CONSTRAINT licence_expires_after_start CHECK (expires_at >= valid_from)
);
CREATE INDEX licence_of_customer ON licence (customer_id);
CALL add_stamps('licence');
ALTER TABLE licence ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON licence TO packhouse_app
  USING ((SELECT scope_is_all()) OR customer_id = (SELECT scope_customer()));
GRANT SELECT, INSERT, UPDATE, DELETE ON licence TO packhouse_app;

-- Who did what, with the row before and after. Only ever added to.
CREATE TABLE audit_entry (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- No foreign key: an entry outlives its actor.
  actor_id uuid NOT NULL,
  action text NOT NULL,
  resource text NOT NULL,
  row_id uuid NOT NULL,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_of_row ON audit_entry (resource, row_id, id);
CREATE FUNCTION audit_is_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit is only added to.';
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
ALTER TABLE audit_entry ENABLE ROW LEVEL SECURITY;
CREATE POLICY staff_read ON audit_entry FOR SELECT TO packhouse_app USING ((SELECT scope_is_all()));
CREATE POLICY everybody_writes ON audit_entry FOR INSERT TO packhouse_app WITH CHECK (true);
GRANT SELECT, INSERT ON audit_entry TO packhouse_app;

-- Enough to tell what refers to a row that somebody wants to delete; never a hash.
GRANT SELECT (id, customer_id, email, deleted_at) ON user_account TO packhouse_app;
GRANT SELECT (id, customer_id, user_name) ON device TO packhouse_app;
