-- Connections out to brokers of customers, and how they fare.

CREATE TABLE mqtt_subscriber (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  enabled boolean NOT NULL,
  broker_url text NOT NULL,
  client_id text NOT NULL,
  topic_filter text NOT NULL,
  share_group text,
  qos int NOT NULL CONSTRAINT mqtt_subscriber_qos_known CHECK (qos BETWEEN 0 AND 2),
  protocol text NOT NULL CONSTRAINT mqtt_subscriber_protocol_known CHECK (protocol IN ('3.1.1', '5')),
  encoding text NOT NULL CONSTRAINT mqtt_subscriber_encoding_known CHECK (encoding IN ('json', 'sparkplugB', 'raw')),
  customer_id uuid REFERENCES customer (id),
  username text,
  -- Sealed, in base64: AES-256-GCM nonce (12), tag (16), ciphertext. So is the key below.
  password text,
  ca_certificate text,
  client_certificate text,
  client_key text,
  reject_unauthorized boolean NOT NULL,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || broker_url || ' ' || topic_filter)) STORED,
  CONSTRAINT mqtt_subscriber_password_needs_username CHECK (password IS NULL OR username IS NOT NULL),
  CONSTRAINT mqtt_subscriber_certificate_and_key CHECK ((client_certificate IS NULL) = (client_key IS NULL))
);
CREATE UNIQUE INDEX mqtt_subscriber_client_id_taken ON mqtt_subscriber (client_id);
CREATE INDEX mqtt_subscriber_of_customer ON mqtt_subscriber (customer_id);
CALL add_stamps('mqtt_subscriber');
CALL protect_for_staff('mqtt_subscriber');

-- How each fares: written by the server that runs it, every second at most. One row for each server that shares the work.
CREATE TABLE mqtt_subscriber_state (
  subscriber_id uuid NOT NULL REFERENCES mqtt_subscriber (id) ON DELETE CASCADE,
  slot int NOT NULL,
  status text NOT NULL,
  status_at timestamptz NOT NULL,
  last_message_at timestamptz,
  message_count bigint NOT NULL,
  error_count bigint NOT NULL,
  last_error text,
  -- What the session at the broker is subscribed to: another filter has to be taken back there first.
  subscribed_filter text,
  PRIMARY KEY (subscriber_id, slot)
);
ALTER TABLE mqtt_subscriber_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON mqtt_subscriber_state FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON mqtt_subscriber_state TO packhouse_app;
