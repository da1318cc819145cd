-- Files that belong to rows of any resource. Their content lies in the data folder, under the id.

CREATE TABLE attached_file (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  owner_table text NOT NULL,
  owner_id uuid NOT NULL,
  name text NOT NULL CONSTRAINT attached_file_name_length CHECK (char_length(name) BETWEEN 1 AND 255),
  content_type text NOT NULL,
  size bigint NOT NULL CONSTRAINT attached_file_not_empty CHECK (size > 0),
  sha256 text NOT NULL CONSTRAINT attached_file_sha256_hex CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  deleted_at timestamptz
);
CALL add_stamps('attached_file');
CREATE INDEX attached_file_of_owner ON attached_file (owner_table, owner_id, id DESC);
CALL protect_for_staff('attached_file');

-- Whoever sees a row sees its files: the row scope of the owner's own table decides, asked in the name of the caller.
CREATE FUNCTION sees_row(owner_table text, owner_id uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  seen boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id = $1)', owner_table) INTO seen USING owner_id;
  RETURN seen;
END
$$;
CREATE POLICY of_visible_owner ON attached_file FOR SELECT TO packhouse_app USING (sees_row(owner_table, owner_id));

-- Whom to ask at a place.

CREATE TABLE location_contact (
  location_id uuid NOT NULL REFERENCES location (id) ON DELETE CASCADE,
  contact_id uuid NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
  PRIMARY KEY (location_id, contact_id)
);
CREATE INDEX location_contact_by_contact ON location_contact (contact_id);
CALL protect_for_staff('location_contact');
CREATE POLICY of_visible_location ON location_contact FOR SELECT TO packhouse_app USING (sees_row('location', location_id));

CREATE FUNCTION location_contact_of_one_company() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM location l JOIN contact c ON c.id = NEW.contact_id
      AND (c.customer_id, c.supplier_id) IS NOT DISTINCT FROM (l.customer_id, l.supplier_id)
    WHERE l.id = NEW.location_id
  ) THEN
    RAISE EXCEPTION 'the contact belongs to another company'
      USING ERRCODE = '23514', CONSTRAINT = 'location_contact_of_one_company';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER location_contact_of_one_company BEFORE INSERT ON location_contact
  FOR EACH ROW EXECUTE FUNCTION location_contact_of_one_company();
