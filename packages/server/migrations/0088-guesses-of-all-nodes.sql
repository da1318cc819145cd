-- Works with code from: 0083

-- Wrong guesses at passwords, codes and keys of devices, counted for all nodes together (decision 0094). Not logged: what is lost in a crash is what was
-- lost with a process before, and a commit waits for no disk.
CREATE UNLOGGED TABLE guess (
  -- Guesses at different doors count apart.
  door text NOT NULL,
  -- Of an account, from an address, or of a known device.
  kind text NOT NULL,
  -- SHA-256 of its name.
  key bytea NOT NULL CONSTRAINT guess_key_length CHECK (length(key) = 32),
  count int NOT NULL CONSTRAINT guess_count_not_negative CHECK (count >= 0),
  until_at timestamptz NOT NULL,
  PRIMARY KEY (door, kind, key)
) WITH (fillfactor = 70);
CREATE INDEX guess_until ON guess (until_at);
ALTER TABLE guess ENABLE ROW LEVEL SECURITY;
