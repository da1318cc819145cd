-- Of the address of a webhook the audit has the host, and a mark by which a change shows: the rest may be a password or a token.
ALTER TABLE audit_entry DISABLE TRIGGER audit_append_only;
CREATE FUNCTION pg_temp.masked(entry jsonb, field text) RETURNS jsonb LANGUAGE sql IMMUTABLE RETURN CASE WHEN entry ->> field IS NULL THEN entry
  ELSE jsonb_set(entry, ARRAY[field], to_jsonb(coalesce(
    lower(substring(entry ->> field FROM '^[A-Za-z]+://')) || lower(substring(entry ->> field FROM '^[A-Za-z]+://(?:[^/?#]*@)?([^/?#@]+)')), '')
    || '/… (' || left(encode(sha256(convert_to(entry ->> field, 'UTF8')), 'hex'), 4) || ')')) END;
UPDATE audit_entry SET before = pg_temp.masked(before, field), after = pg_temp.masked(after, field)
  FROM (VALUES ('alarmRule', 'webhookUrl'), ('webhook', 'url')) AS address (name, field)
  WHERE resource = name AND (before ->> field IS NOT NULL OR after ->> field IS NOT NULL);
ALTER TABLE audit_entry ENABLE TRIGGER audit_append_only;
