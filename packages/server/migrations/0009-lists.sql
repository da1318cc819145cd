-- Lists of many rows: one rule for what a search compares, and indexes in the orders that people sort by.

-- What a search compares: case is folded as Unicode does, final sigma and sharp s included, and marks such as accents are
-- left away, since capitals often go without them. What is searched and what is searched for go through it alike.
CREATE FUNCTION search_fold(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN normalize(
    translate(regexp_replace(normalize(casefold(given COLLATE "und-x-icu"), NFD), '[\u0300-\u036f]', '', 'g'), 'ı', 'i'), NFC);

-- The blank in front makes the start of a word the same everywhere, so that an index on trigrams finds it.
ALTER TABLE currency ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(code || ' ' || name));
ALTER TABLE country ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(iso2 || ' ' || iso3 || ' ' || name));
ALTER TABLE exchange_rate
  ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold("from" || ' ' || "to" || ' ' || coalesce(source, '')));
ALTER TABLE location_type ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(code || ' ' || name));
ALTER TABLE industry ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(code || ' ' || name));
ALTER TABLE customer ALTER COLUMN search_text SET EXPRESSION AS
  (' ' || search_fold(code || ' ' || name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(tax_id, '')));
ALTER TABLE supplier ALTER COLUMN search_text SET EXPRESSION AS
  (' ' || search_fold(code || ' ' || name || ' ' || coalesce(legal_name, '') || ' ' || coalesce(tax_id, '')));
ALTER TABLE contact ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(first_name || ' ' ||
  coalesce(last_name, '') || ' ' || coalesce(job_title, '') || ' ' || coalesce(email, '')));
ALTER TABLE location ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(name || ' ' ||
  coalesce(address_line1, '') || ' ' || coalesce(city, '') || ' ' || coalesce(region, '') || ' ' || coalesce(postcode, '')));
ALTER TABLE licence ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(name || ' ' || coalesce(product, '')));
ALTER TABLE machine ALTER COLUMN search_text SET EXPRESSION AS (' ' || search_fold(machine_id || ' ' ||
  coalesce(description, '') || ' ' || coalesce(location, '') || ' ' || coalesce(serial, '')));

-- One index serves both directions of a column that is never empty.
CREATE INDEX customer_sorted_by_code ON customer (code, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_sorted_by_currency ON customer (currency, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_sorted_by_status ON customer (status, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_sorted_by_creation ON customer (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX customer_sorted_by_change ON customer (updated_at, id) WHERE deleted_at IS NULL;

CREATE INDEX supplier_sorted_by_code ON supplier (code, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_sorted_by_currency ON supplier (currency, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_sorted_by_status ON supplier (status, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_sorted_by_preferred ON supplier (preferred, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_sorted_by_creation ON supplier (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX supplier_sorted_by_change ON supplier (updated_at, id) WHERE deleted_at IS NULL;

CREATE INDEX contact_sorted_by_name ON contact (last_name, first_name, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_sorted_by_first_name ON contact (first_name, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_sorted_by_creation ON contact (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX contact_sorted_by_change ON contact (updated_at, id) WHERE deleted_at IS NULL;

CREATE INDEX location_sorted_by_name ON location (name, id) WHERE deleted_at IS NULL;
CREATE INDEX location_sorted_by_country ON location (country_code, id) WHERE deleted_at IS NULL;
CREATE INDEX location_sorted_by_creation ON location (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX location_sorted_by_change ON location (updated_at, id) WHERE deleted_at IS NULL;

CREATE INDEX machine_sorted_by_machine_id ON machine (machine_id, id) WHERE deleted_at IS NULL;
CREATE INDEX machine_sorted_by_creation ON machine (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX machine_sorted_by_change ON machine (updated_at, id) WHERE deleted_at IS NULL;

-- Staff have a role of their own now, so what is left is a plain comparison, which an index serves.
ALTER POLICY own_customer ON customer USING (id = (SELECT scope_customer()));
ALTER POLICY of_own_customer ON contact USING (customer_id = (SELECT scope_customer()));
ALTER POLICY of_own_customer ON location USING (customer_id = (SELECT scope_customer()));
ALTER POLICY of_own_customer ON licence USING (customer_id = (SELECT scope_customer()));
ALTER POLICY machine_of_own_customer ON machine USING (customer_id = (SELECT scope_customer()));
DROP POLICY machine_by_staff ON machine;
