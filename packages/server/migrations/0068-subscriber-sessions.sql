-- What the broker does while we are away, who announces the host of Sparkplug B where, and what a broker may repeat (decision 0079).

-- Null: as the encoding asks.
ALTER TABLE mqtt_subscriber ADD COLUMN session text CONSTRAINT mqtt_subscriber_session_known CHECK (session IN ('clean', 'stored'));

-- Messages that the broker had retained and that report no time.
ALTER TABLE mqtt_subscriber_state ADD COLUMN retained_count bigint NOT NULL DEFAULT 0;

-- When messages came whose records have no time of their own, until the broker has our acknowledgement: 65,535 for each session at most.
CREATE TABLE mqtt_delivery (
  subscriber_id uuid NOT NULL REFERENCES mqtt_subscriber (id) ON DELETE CASCADE,
  slot int NOT NULL,
  packet_id int NOT NULL,
  -- Of the session, the topic, the user properties and the payload.
  digest bytea NOT NULL,
  -- Unix ms.
  at bigint NOT NULL,
  PRIMARY KEY (subscriber_id, slot, packet_id)
);

-- The connections over which the host is announced. An open one counts while the server that wrote it holds its lock on the subscriber.
CREATE TABLE sparkplug_host_session (
  subscriber_id uuid NOT NULL REFERENCES mqtt_subscriber (id) ON DELETE CASCADE,
  slot int NOT NULL,
  -- Host and port.
  broker text NOT NULL,
  host_id text NOT NULL,
  -- The time of the will and of the birth, Unix ms; of a closed one, the newest that was seen.
  announced_at bigint NOT NULL,
  is_open boolean NOT NULL,
  PRIMARY KEY (subscriber_id, slot)
);
