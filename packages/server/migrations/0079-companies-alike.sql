-- What shows that two companies are one: their names without case, accents, punctuation and legal forms, their numbers at the tax
-- office by letters and digits, and the domains of their websites.
CREATE FUNCTION name_key(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN btrim(regexp_replace(
    regexp_replace(
      regexp_replace(regexp_replace(search_fold(given), '[./''’]', '', 'g') COLLATE "und-x-icu", '[^[:alnum:]]+', ' ', 'g'),
      '\m(sp z oo|asa?|ab|oyj?|aps|gmbh|mbh|ag|kg|ohg|ug|se|sas?|sarl|srl|spa|slu?|bv|nv|ltd|limited|plc|llc|llp|inc|incorporated|corp|corporation|company|co|sro|kft|doo|pty|pte|pvt)\M',
      ' ', 'g'),
    '\s+', ' ', 'g'));
CREATE FUNCTION number_key(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN nullif(regexp_replace(upper(given), '[^0-9A-Z]', '', 'g'), '');
CREATE FUNCTION domain_key(given text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN nullif(regexp_replace(lower(given), '^([a-z]+://)?(www\.)?([^/:?#]*).*$', '\3'), '');

-- The country that a company is registered in; that of its primary location where it is known.
ALTER TABLE customer
  ADD COLUMN country_code text CONSTRAINT customer_country_code_fkey REFERENCES country (iso2);
ALTER TABLE supplier
  ADD COLUMN country_code text CONSTRAINT supplier_country_code_fkey REFERENCES country (iso2);
ALTER TABLE customer DISABLE TRIGGER USER;
UPDATE customer SET country_code = location.country_code FROM location
  WHERE location.customer_id = customer.id AND location.is_primary AND location.deleted_at IS NULL;
ALTER TABLE customer ENABLE TRIGGER USER;
ALTER TABLE supplier DISABLE TRIGGER USER;
UPDATE supplier SET country_code = location.country_code FROM location
  WHERE location.supplier_id = supplier.id AND location.is_primary AND location.deleted_at IS NULL;
ALTER TABLE supplier ENABLE TRIGGER USER;

CREATE INDEX customer_of_country ON customer (country_code);
CREATE INDEX customer_by_name_key ON customer USING gin (name_key(name) gin_trgm_ops);
CREATE INDEX customer_by_tax_number ON customer (number_key(tax_id));
CREATE INDEX customer_by_domain ON customer (domain_key(website));
CREATE INDEX supplier_of_country ON supplier (country_code);
CREATE INDEX supplier_by_name_key ON supplier USING gin (name_key(name) gin_trgm_ops);
CREATE INDEX supplier_by_tax_number ON supplier (number_key(tax_id));
CREATE INDEX supplier_by_domain ON supplier (domain_key(website));

-- In which zone most companies of a country work; filled in at the start of the server.
ALTER TABLE country ADD COLUMN timezone text;
