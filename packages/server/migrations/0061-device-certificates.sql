-- Client certificates with which devices sign in over MQTT (decision 0071).

CREATE TABLE device_certificate (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  -- It ends with its key.
  api_key_id uuid NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  -- SHA-256 as openssl prints it: bytes in upper case with colons between.
  fingerprint text NOT NULL,
  subject text,
  ends_at timestamptz,
  revoked boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || fingerprint)) STORED
);
CREATE UNIQUE INDEX device_certificate_taken ON device_certificate (fingerprint);
CREATE INDEX device_certificate_of_key ON device_certificate (api_key_id);
CALL add_stamps('device_certificate');
CALL protect_for_staff('device_certificate');
