-- What is acknowledged is stored or kept: dead letters have shares by sender and customer instead of one limit for all, a
-- repeat of the same content is counted on the letter, and records that only our own clock speaks against wait for it.

DROP TRIGGER drop_oldest ON refused_message;
DROP FUNCTION drop_oldest_dead_letters();
DROP FUNCTION dead_letter_limit();

ALTER TABLE refused_message
  -- SHA-256 of sender, topic and payload. What was kept before this has none, and is never found to be repeated.
  ADD COLUMN digest bytea,
  ADD COLUMN seen bigint NOT NULL DEFAULT 1 CONSTRAINT refused_message_seen_positive CHECK (seen > 0),
  -- When the same content came last; null where it came once.
  ADD COLUMN last_at timestamptz,
  -- Of a record that only its time spoke against: how far it was ahead of our clock, and the record in the product's own words.
  ADD COLUMN lead_ms bigint,
  ADD COLUMN own_words bytea;
CREATE UNIQUE INDEX refused_message_once ON refused_message (digest) WHERE replayed_at IS NULL;

-- Refused messages beyond the share of their sender: counted by the hour, with the newest as a sample.
CREATE TABLE dead_letter_overflow (
  hour timestamptz NOT NULL,
  device text NOT NULL,
  customer_id uuid,
  machine_key int,
  code text NOT NULL,
  count bigint NOT NULL,
  last_at timestamptz NOT NULL,
  topic text NOT NULL,
  reason text NOT NULL,
  sample bytea NOT NULL,
  CONSTRAINT dead_letter_overflow_once UNIQUE NULLS NOT DISTINCT (hour, device, customer_id, machine_key, code)
);
ALTER TABLE dead_letter_overflow ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON dead_letter_overflow FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON dead_letter_overflow TO packhouse_app;

-- Records that wait until the server's clock is right, in the product's own words. No foreign keys: the ingest must not fail
-- for a machine or a customer that has just gone.
CREATE TABLE held_record (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  received_at timestamptz NOT NULL,
  device text NOT NULL,
  customer_id uuid,
  machine_key int NOT NULL,
  payload bytea NOT NULL
);
ALTER TABLE held_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON held_record FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON held_record TO packhouse_app;
