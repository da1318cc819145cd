-- Answers of requests with an Idempotency-Key, for 24 hours (decision 0074). Only the server itself reads them: there is no policy.

CREATE TABLE idempotent_request (
  -- The user, or the API key.
  principal_id uuid NOT NULL,
  key text NOT NULL CONSTRAINT idempotent_request_key_bounded CHECK (length(key) BETWEEN 1 AND 255),
  -- The attempt that has the key: what ends later than the next one begins changes nothing.
  claim uuid NOT NULL,
  -- AES-256-GCM: the digest of the request, since a short password in a body could be guessed from it, and the answer, which may have a secret.
  fingerprint bytea NOT NULL,
  answer bytea,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- Null while it runs, and for good where the server ended meanwhile.
  finished_at timestamptz,
  PRIMARY KEY (principal_id, key),
  CONSTRAINT idempotent_request_answer_has_a_time CHECK (answer IS NULL OR finished_at IS NOT NULL)
);
CREATE INDEX idempotent_request_finished ON idempotent_request (principal_id, started_at) WHERE finished_at IS NOT NULL;
CREATE INDEX idempotent_request_old ON idempotent_request (started_at);
ALTER TABLE idempotent_request ENABLE ROW LEVEL SECURITY;
