-- Works with code from: 0083

-- With which keys what is encrypted here was made: an HMAC, from which nothing of the keys follows. Nodes with other keys do not start (decision 0094).
CREATE TABLE key_check (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT key_check_is_one CHECK (is_only),
  value bytea NOT NULL CONSTRAINT key_check_length CHECK (length(value) = 32),
  noted_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE key_check ENABLE ROW LEVEL SECURITY;
