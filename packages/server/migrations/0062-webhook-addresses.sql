-- The address of a webhook may hold a password or a token. What is shown is its host; the rest is encrypted and forgotten when it has been sent.
ALTER TABLE alarm_delivery ADD COLUMN host text, ADD COLUMN sealed_url bytea;
UPDATE alarm_delivery SET
  host = coalesce(lower(substring(url FROM '^[A-Za-z]+://(?:[^/?#]*@)?([^/?#@]+)')), ''),
  url = '',
  -- What was refused for its address named it.
  reason = CASE WHEN position('://' IN reason) > 0 THEN 'The address was refused.' ELSE reason END;
UPDATE job SET reason = 'The address was refused.' WHERE kind IN ('webhook', 'change-webhook') AND position('://' IN reason) > 0;
UPDATE webhook_delivery SET reason = 'The address was refused.' WHERE position('://' IN reason) > 0;
ALTER TABLE alarm_delivery ALTER COLUMN host SET NOT NULL, DROP COLUMN url;
GRANT SELECT (host) ON alarm_delivery TO packhouse_app;
