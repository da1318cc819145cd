-- From where devices have signed in with their own key. Guesses from elsewhere do not hold such a device up.
CREATE TABLE device_network (
  device_id uuid NOT NULL REFERENCES device (id) ON DELETE CASCADE,
  -- An IPv4 address, or the first 64 bits of an IPv6 address.
  network text NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (device_id, network)
);
ALTER TABLE device_network ENABLE ROW LEVEL SECURITY;
