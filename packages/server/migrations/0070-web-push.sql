-- Notifications of alarms on people's devices, by web push.

-- The key pair by which push services know the installation (RFC 8292). Browsers subscribe to its public half.
CREATE TABLE push_key (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT push_key_only CHECK (is_only),
  public_key text NOT NULL,
  -- Encrypted.
  private_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Browsers. The address and the keys of a subscription let anybody send who has them: they are encrypted, and found by a hash.
CREATE TABLE push_device (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  name text NOT NULL,
  service text NOT NULL,
  endpoint_hash bytea NOT NULL CONSTRAINT push_device_once UNIQUE,
  subscription bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_sent_at timestamptz,
  last_error text
);
CREATE INDEX push_device_of_user ON push_device (user_id);

CREATE TABLE push_choice (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  severities text[] NOT NULL,
  quiet_from time,
  quiet_to time,
  critical_through boolean NOT NULL,
  CONSTRAINT push_choice_quiet_both_or_neither CHECK ((quiet_from IS NULL) = (quiet_to IS NULL))
);

-- What a device was notified of, with the hash of the token that acknowledges it from there.
CREATE TABLE push_notice (
  device_id uuid NOT NULL REFERENCES push_device (id) ON DELETE CASCADE,
  alarm_id uuid NOT NULL REFERENCES alarm (id) ON DELETE CASCADE,
  queued_at timestamptz NOT NULL DEFAULT now(),
  token_hash bytea CONSTRAINT push_notice_token_once UNIQUE,
  PRIMARY KEY (device_id, alarm_id)
);
CREATE INDEX push_notice_of_alarm ON push_notice (alarm_id);
CREATE INDEX push_notice_latest ON push_notice (device_id, queued_at);

-- The product's own work alone reads and writes them: no policy admits anybody else.
ALTER TABLE push_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_choice ENABLE ROW LEVEL SECURITY;
ALTER TABLE push_notice ENABLE ROW LEVEL SECURITY;
