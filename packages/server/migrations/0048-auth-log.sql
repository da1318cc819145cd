-- The log of sign-ins, sessions, keys and refused rights, and the counters of API calls (decision 0052). Both are partitioned by
-- month (UTC), without a default partition; a missing month is made on insert.

-- Creates the partition of a month if it is missing. Attaching one does not hold up those who write; creating it as a partition would.
CREATE FUNCTION ensure_month(parent text, month timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  starts timestamptz := date_trunc('month', month, 'UTC');
  partition text := parent || '_' || to_char(starts AT TIME ZONE 'UTC', 'YYYYMM');
BEGIN
  IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(partition, 7225048));
  IF to_regclass(partition) IS NOT NULL THEN RETURN; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', partition, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, partition,
    starts, starts AT TIME ZONE 'UTC' + interval '1 month' || '+00');
END
$$;

CREATE TABLE auth_log (
  -- Shared with the audit: together they have one order.
  id bigint NOT NULL DEFAULT nextval('audit_entry_id_seq'),
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  type text NOT NULL,
  outcome text NOT NULL CONSTRAINT auth_log_outcome_known CHECK (outcome IN ('ok', 'refused')),
  code text,
  -- The account that it is about, and who did it where that is somebody else. No foreign keys: an entry outlives both.
  user_id uuid,
  actor_id uuid,
  -- Of an address that belongs to no account, so that guesses at one can be told from guesses at many.
  subject_hash bytea,
  session_id uuid,
  api_key_id uuid,
  address text,
  -- Browser and system, or another program as it calls itself.
  program text,
  request_id text,
  customer_id uuid,
  target text,
  details jsonb NOT NULL DEFAULT '{}' CONSTRAINT auth_log_details_size CHECK (octet_length(details::text) <= 4096),
  PRIMARY KEY (at, id)
) PARTITION BY RANGE (at);
CREATE INDEX auth_log_at ON auth_log USING brin (at);
CREATE INDEX auth_log_id ON auth_log (id);
CREATE INDEX auth_log_of_user ON auth_log (user_id, at);
CREATE INDEX auth_log_of_key ON auth_log (api_key_id, at) WHERE api_key_id IS NOT NULL;
CREATE INDEX auth_log_of_customer ON auth_log (customer_id, at) WHERE customer_id IS NOT NULL;
CREATE INDEX auth_log_of_address ON auth_log (address, at);
ALTER TABLE auth_log ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON auth_log FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON auth_log TO packhouse_app;

-- Whoever does something writes of it, in the same transaction; nobody but the owner of the table could otherwise.
CREATE FUNCTION write_auth_log(entries jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM ensure_month('auth_log', month) FROM (
    SELECT DISTINCT date_trunc('month', coalesce(at, now()), 'UTC') AS month FROM jsonb_to_recordset(entries) AS entry (at timestamptz)
  ) months;
  INSERT INTO auth_log (at, action, type, outcome, code, user_id, actor_id, subject_hash, session_id, api_key_id, address, program,
    request_id, customer_id, target, details)
  SELECT coalesce(e.at, now()), e.action, e.type, e.outcome, e.code, e.user_id, e.actor_id, decode(e.subject_hash, 'hex'), e.session_id,
    e.api_key_id, e.address, e.program, e.request_id, u.customer_id, e.target, coalesce(e.details, '{}')
  FROM jsonb_to_recordset(entries) AS e (at timestamptz, action text, type text, outcome text, code text, user_id uuid, actor_id uuid,
    subject_hash text, session_id uuid, api_key_id uuid, address text, program text, request_id text, target text, details jsonb)
  LEFT JOIN user_account u ON u.id = e.user_id;
END
$$;
REVOKE EXECUTE ON FUNCTION write_auth_log FROM PUBLIC;
GRANT EXECUTE ON FUNCTION write_auth_log TO packhouse_app;

-- What the audit has of accounts' security moves here, in its order.
SELECT ensure_month('auth_log', month::timestamptz) FROM generate_series(
  date_trunc('month', least((SELECT min(at) FROM audit_entry), now()), 'UTC') AT TIME ZONE 'UTC',
  date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' + interval '4 months', interval '1 month') AS months (month);

ALTER TABLE audit_entry DISABLE TRIGGER audit_append_only;
WITH moved AS (
  DELETE FROM audit_entry WHERE resource = 'user' AND before IS NULL AND (action LIKE 'sign-%' OR action LIKE 'session-%'
    OR action LIKE 'other-sessions-%' OR action LIKE 'refresh-token-%' OR action LIKE 'password-%' OR action LIKE '%-sent'
    OR action LIKE 'identity-%' OR action LIKE 'second-factor-%' OR action LIKE 'passkey-%' OR action LIKE 'confirm%'
    OR action IN ('registered', 'client-secret-set', 'api-key-refused'))
  RETURNING *
)
INSERT INTO auth_log (id, at, action, type, outcome, user_id, actor_id, api_key_id, address, customer_id, details)
SELECT m.id, m.at, m.action,
  CASE WHEN m.action IN ('sign-in', 'sign-on-groups') THEN 'login' WHEN m.action IN ('sign-in-refused', 'sign-on-refused') THEN 'login_error'
    WHEN m.action IN ('sign-out', 'session-ended', 'other-sessions-ended') THEN 'logout' WHEN m.action = 'refresh-token-reused' THEN 'refresh_reuse'
    WHEN m.action LIKE 'second-factor-%' OR m.action LIKE 'passkey-%' OR m.action LIKE 'confirm%' THEN 'factor'
    WHEN m.action = 'api-key-refused' THEN 'key_refused' WHEN m.action LIKE 'password-%' OR m.action LIKE '%-sent' THEN 'password' ELSE 'account' END,
  CASE WHEN m.action LIKE '%-refused' OR m.action = 'refresh-token-reused' THEN 'refused' ELSE 'ok' END,
  nullif(m.row_id, '00000000-0000-0000-0000-000000000000'),
  CASE WHEN m.actor_id <> m.row_id THEN m.actor_id END, coalesce(m.api_key_id, (m.after ->> 'apiKey')::uuid), m.address, u.customer_id,
  CASE WHEN octet_length(m.after::text) <= 4000 THEN coalesce(m.after, '{}') ELSE '{}' END
FROM moved m LEFT JOIN user_account u ON u.id = m.row_id;
ALTER TABLE audit_entry ENABLE TRIGGER audit_append_only;

-- Row by row: a trigger for statements on a partitioned table does not guard its partitions.
CREATE TRIGGER auth_log_append_only BEFORE UPDATE OR DELETE ON auth_log FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
CREATE TRIGGER auth_log_not_emptied BEFORE TRUNCATE ON auth_log FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();

-- By which permission and in which request something was changed; null for the product's own work and for entries from before.
ALTER TABLE audit_entry ADD COLUMN request_id text, ADD COLUMN permission text;
CREATE INDEX audit_entry_at ON audit_entry (at, id);

-- Changes of records and what the log has, in one shape.
CREATE VIEW audit_event WITH (security_invoker = true) AS
SELECT id, at, 'change'::text AS kind, action, 'change'::text AS type, 'ok'::text AS outcome, NULL::text AS code, actor_id, NULL::bytea AS subject_hash,
  NULL::uuid AS session_id, api_key_id, address, NULL::text AS program, request_id, permission, NULL::text AS target, resource, row_id, before, after
FROM audit_entry
UNION ALL
SELECT id, at, 'sign-in', action, type, outcome, code, coalesce(actor_id, user_id, '00000000-0000-0000-0000-000000000000'), subject_hash,
  session_id, api_key_id, address, program, request_id, CASE WHEN type = 'right' THEN code END, target, 'user',
  coalesce(user_id, '00000000-0000-0000-0000-000000000000'), NULL, details
FROM auth_log;
GRANT SELECT ON audit_event TO packhouse_app;

-- Calls of the API by caller, route and outcome in each minute.
CREATE TABLE api_count (
  minute timestamptz NOT NULL,
  -- Null for callers who were not known.
  user_id uuid,
  -- Null where a person was signed in.
  api_key_id uuid,
  -- Method and pattern, such as `GET /v1/customers/{id}`.
  route text NOT NULL,
  -- The first digit of the status.
  status_class smallint NOT NULL CONSTRAINT api_count_status_class CHECK (status_class BETWEEN 1 AND 5),
  calls bigint NOT NULL CONSTRAINT api_count_calls_positive CHECK (calls > 0),
  CONSTRAINT api_count_once UNIQUE NULLS NOT DISTINCT (minute, user_id, api_key_id, route, status_class)
) PARTITION BY RANGE (minute);
CREATE INDEX api_count_of_key ON api_count (api_key_id, minute) WHERE api_key_id IS NOT NULL;
ALTER TABLE api_count ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON api_count FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON api_count TO packhouse_app;
