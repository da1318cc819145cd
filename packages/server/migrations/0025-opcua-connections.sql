-- Connections out to OPC UA servers, and how they fare.

CREATE TABLE opcua_connection (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  enabled boolean NOT NULL,
  machine_id uuid NOT NULL REFERENCES machine (id),
  endpoint_url text NOT NULL,
  sampling_ms int NOT NULL CONSTRAINT opcua_connection_sampling_in_range CHECK (sampling_ms BETWEEN 100 AND 60000),
  security_mode text NOT NULL
    CONSTRAINT opcua_connection_security_mode_known CHECK (security_mode IN ('none', 'sign', 'signAndEncrypt')),
  security_policy text NOT NULL CONSTRAINT opcua_connection_security_policy_known
    CHECK (security_policy IN ('Basic256Sha256', 'Aes128_Sha256_RsaOaep', 'Aes256_Sha256_RsaPss')),
  -- SHA-256 of the only certificate that the server may have, in hex.
  server_certificate text,
  user_name text,
  -- Sealed, in base64: AES-256-GCM nonce (12), tag (16), ciphertext.
  password text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || endpoint_url)) STORED,
  CONSTRAINT opcua_connection_password_needs_user_name CHECK (password IS NULL OR user_name IS NOT NULL)
);
CREATE INDEX opcua_connection_of_machine ON opcua_connection (machine_id);
CALL add_stamps('opcua_connection');
CALL protect_for_staff('opcua_connection');

-- How each fares: written by the server that runs it, every second at most.
CREATE TABLE opcua_connection_state (
  connection_id uuid PRIMARY KEY REFERENCES opcua_connection (id) ON DELETE CASCADE,
  status text NOT NULL,
  status_at timestamptz NOT NULL,
  last_message_at timestamptz,
  message_count bigint NOT NULL,
  error_count bigint NOT NULL,
  last_error text
);
ALTER TABLE opcua_connection_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON opcua_connection_state FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON opcua_connection_state TO packhouse_app;
