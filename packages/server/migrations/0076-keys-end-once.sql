-- A key that was replaced has one end: with its overlap. Until now its expiry could say otherwise.
UPDATE api_key SET expires_at = grace_until WHERE grace_until IS NOT NULL AND (expires_at IS NULL OR expires_at > grace_until);
ALTER TABLE api_key ADD CONSTRAINT api_key_ends_with_its_grace
  CHECK (grace_until IS NULL OR (expires_at IS NOT NULL AND expires_at <= grace_until));
