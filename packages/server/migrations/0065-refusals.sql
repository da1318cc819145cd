-- Refusals are collapsed: one row for each actor, address, kind and minute, with how often (decision 0076). Rows from before have been one each.

ALTER TABLE auth_log
  ADD COLUMN times bigint NOT NULL DEFAULT 1 CONSTRAINT auth_log_times_positive CHECK (times > 0),
  -- Of a collapsed row, whose `at` is that of the last refusal; both lie within one minute.
  ADD COLUMN first_at timestamptz,
  -- A digest of who, from where, what and why; null where the row is not collapsed.
  ADD COLUMN group_hash bytea,
  -- No foreign key: an entry outlives the device.
  ADD COLUMN device_id uuid;
CREATE INDEX auth_log_of_group ON auth_log (group_hash, at) WHERE group_hash IS NOT NULL;
CREATE INDEX auth_log_of_device ON auth_log (device_id, at) WHERE device_id IS NOT NULL;

-- A count may grow within its minute. Nothing else of a row ever changes.
CREATE FUNCTION auth_log_only_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.group_hash IS NOT NULL AND NEW.times > OLD.times AND NEW.at >= OLD.at AND NEW.first_at <= OLD.first_at
    AND date_trunc('minute', NEW.at) = date_trunc('minute', OLD.at) AND date_trunc('minute', NEW.first_at) = date_trunc('minute', OLD.first_at)
    AND to_jsonb(NEW) - '{times,at,first_at}'::text[] = to_jsonb(OLD) - '{times,at,first_at}'::text[] THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'The audit is only added to.';
END
$$;
DROP TRIGGER auth_log_append_only ON auth_log;
CREATE TRIGGER auth_log_append_only BEFORE DELETE ON auth_log FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER auth_log_only_counts BEFORE UPDATE ON auth_log FOR EACH ROW EXECUTE FUNCTION auth_log_only_counts();

-- Adds to the rows of this minute that there are, and writes the others. The lock makes one row of what several servers refuse.
CREATE FUNCTION write_refusals(entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM ensure_month('auth_log', month) FROM (
    SELECT DISTINCT date_trunc('month', at, 'UTC') AS month FROM jsonb_to_recordset(entries) AS entry (at timestamptz)
  ) months;
  PERFORM pg_advisory_xact_lock(7225067);
  WITH given AS (
    SELECT decode(e.group_hash, 'hex') AS digest, date_trunc('minute', e.at) AS minute, e.*
    FROM jsonb_to_recordset(entries) AS e (group_hash text, at timestamptz, first_at timestamptz, times bigint, action text, type text,
      code text, user_id uuid, actor_id uuid, session_id uuid, api_key_id uuid, device_id uuid, address text, program text, request_id text,
      target text, details jsonb)
  ), added AS (
    UPDATE auth_log l SET times = l.times + g.times, at = greatest(l.at, g.at), first_at = least(l.first_at, g.first_at)
    FROM given g
    WHERE l.group_hash = g.digest AND l.at >= g.minute AND l.at < g.minute + interval '1 minute'
      AND l.at >= (SELECT min(minute) FROM given)
    RETURNING g.digest, g.minute
  )
  INSERT INTO auth_log (group_hash, at, first_at, times, action, type, outcome, code, user_id, actor_id, session_id, api_key_id, device_id,
    address, program, request_id, customer_id, target, details)
  SELECT g.digest, g.at, g.first_at, g.times, g.action, g.type, 'refused', g.code, g.user_id, g.actor_id, g.session_id, g.api_key_id,
    g.device_id, g.address, g.program, g.request_id, u.customer_id, g.target, coalesce(g.details, '{}')
  FROM given g LEFT JOIN user_account u ON u.id = g.user_id
  WHERE NOT EXISTS (SELECT FROM added a WHERE a.digest = g.digest AND a.minute = g.minute);
END
$$;
REVOKE EXECUTE ON FUNCTION write_refusals FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_refusals TO packhouse_app;

CREATE OR REPLACE VIEW audit_event WITH (security_invoker = true) AS
SELECT id, at, 'change'::text AS kind, action, 'change'::text AS type, 'ok'::text AS outcome, NULL::text AS code, actor_id, NULL::bytea AS subject_hash,
  NULL::uuid AS session_id, api_key_id, address, NULL::text AS program, request_id, permission, NULL::text AS target, resource, row_id, before, after,
  1::bigint AS times, at AS first_at, NULL::uuid AS device_id
FROM audit_entry
UNION ALL
SELECT id, at, 'sign-in', action, type, outcome, code, coalesce(actor_id, user_id, '00000000-0000-0000-0000-000000000000'), subject_hash,
  session_id, api_key_id, address, program, request_id, CASE WHEN type = 'right' AND code LIKE '%.%' THEN code END, target, 'user',
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'), NULL, details, times, coalesce(first_at, at), device_id
FROM auth_log;
