-- Signatures of service records. One never changes, and says what was signed: the record may change after it.
CREATE TABLE service_signature (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  service_record_id uuid NOT NULL REFERENCES service_record (id) ON DELETE CASCADE,
  party text NOT NULL CONSTRAINT service_signature_party_known CHECK (party IN ('service', 'customer')),
  name text NOT NULL CONSTRAINT service_signature_name_length CHECK (char_length(name) BETWEEN 1 AND 200),
  -- Strokes of points; null where the name was typed.
  drawing jsonb CONSTRAINT service_signature_drawing_size CHECK (pg_column_size(drawing) <= 262144),
  -- What was signed, as the text whose hash it is.
  signed text NOT NULL,
  sha256 text NOT NULL CONSTRAINT service_signature_hash_of_signed
    CHECK (sha256 = encode(sha256(convert_to(signed, 'UTF8')), 'hex')),
  signed_at timestamptz NOT NULL DEFAULT now(),
  -- Whose session it was signed in. No reference: a signature outlives the account.
  signed_by uuid NOT NULL,
  CONSTRAINT service_signature_once UNIQUE (service_record_id, party, sha256)
);
CALL protect_for_staff('service_signature');
REVOKE UPDATE, DELETE ON service_signature FROM packhouse_app;
CREATE POLICY of_seen_record ON service_signature FOR SELECT TO packhouse_app
  USING (service_record_id IN (SELECT id FROM service_record));
CREATE POLICY by_customer ON service_signature FOR INSERT TO packhouse_app
  WITH CHECK (party = 'customer' AND service_record_id IN (SELECT id FROM service_record));

CREATE FUNCTION refuse_change_of_signature() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a signature never changes' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
END
$$;
CREATE TRIGGER service_signature_never_changes BEFORE UPDATE ON service_signature
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_signature();
