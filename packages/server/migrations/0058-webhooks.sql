-- Webhooks for changes of records (decision 0070).

CREATE TABLE webhook (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  url text NOT NULL,
  enabled boolean NOT NULL,
  -- Empty: all.
  resources text[] NOT NULL,
  verbs text[] NOT NULL,
  customer_id uuid REFERENCES customer (id),
  confidential boolean NOT NULL,
  -- It ends with its owner.
  owner_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE INDEX webhook_of_customer ON webhook (customer_id);
CREATE INDEX webhook_of_owner ON webhook (owner_id);
CALL add_stamps('webhook');
CALL protect_for_staff('webhook');

-- Apart from the webhook, whose row version must not change with each delivery.
CREATE TABLE webhook_state (
  webhook_id uuid PRIMARY KEY REFERENCES webhook (id) ON DELETE CASCADE,
  -- AES-256-GCM. The one before signs too until its end.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_until timestamptz,
  failing_since timestamptz,
  -- Nothing is sent until then: the receiver did not answer in time.
  rests_until timestamptz,
  last_delivered_at timestamptz,
  switched_off_at timestamptz
);
ALTER TABLE webhook_state ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON webhook_state TO packhouse_staff USING (true);
GRANT SELECT (webhook_id, failing_since, last_delivered_at, switched_off_at), INSERT (webhook_id, secret),
  UPDATE (failing_since, rests_until, switched_off_at) ON webhook_state TO packhouse_app;

-- Requests set secrets and never read them; who asks has found the webhook in the row scope before.
CREATE FUNCTION rotate_webhook_secret(webhook uuid, newest bytea, overlap_hours int) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public
  BEGIN ATOMIC
    UPDATE webhook_state SET secret = newest, previous_secret = CASE WHEN overlap_hours > 0 THEN secret END,
      previous_until = CASE WHEN overlap_hours > 0 THEN now() + make_interval(hours => overlap_hours) END
    WHERE webhook_id = webhook;
  END;
REVOKE EXECUTE ON FUNCTION rotate_webhook_secret FROM PUBLIC;
GRANT EXECUTE ON FUNCTION rotate_webhook_secret TO packhouse_app;

CREATE TABLE webhook_delivery (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  webhook_id uuid NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
  -- The change that it reports; null for a test.
  audit_id bigint REFERENCES audit_entry (id),
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT webhook_delivery_state_known CHECK (state IN ('waiting', 'delivered', 'failed', 'withheld', 'dropped')),
  attempts int NOT NULL DEFAULT 0,
  status int,
  answer text,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_attempt_at timestamptz,
  duration_ms int
);
CREATE INDEX webhook_delivery_of_webhook ON webhook_delivery (webhook_id, id);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_id) WHERE state = 'waiting';
CREATE INDEX webhook_delivery_old ON webhook_delivery USING brin (created_at);
ALTER TABLE webhook_delivery ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON webhook_delivery FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON webhook_delivery TO packhouse_app;

-- In which transaction a change was made, so that whoever reads on from a cursor misses none that was committed late. 0: before this.
ALTER TABLE audit_entry ADD COLUMN xact xid8 NOT NULL DEFAULT '0';
ALTER TABLE audit_entry ALTER COLUMN xact SET DEFAULT pg_current_xact_id();
CREATE INDEX audit_entry_by_transaction ON audit_entry (xact, id);

-- The customer whose record has these values; null for records of none.
CREATE FUNCTION customer_of_values(resource text, row_id uuid, row_values jsonb) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN row_values IS NULL THEN NULL
    WHEN resource = 'customer' THEN row_id
    WHEN row_values ->> 'customerId' ~ '^[0-9a-f-]{36}$' THEN (row_values ->> 'customerId')::uuid
    WHEN row_values ->> 'machineId' ~ '^[0-9a-f-]{36}$' THEN (SELECT m.customer_id FROM machine m WHERE m.id = (row_values ->> 'machineId')::uuid)
  END
$$;

-- Queues what webhooks are to be told of, in the transaction of the change. Most jobs of one webhook wait; what comes beyond that is dropped
-- and noted once for each statement.
CREATE FUNCTION queue_webhooks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  most constant int := 10000;
  hook webhook;
  waiting int;
BEGIN
  FOR hook IN SELECT * FROM webhook WHERE enabled LOOP
    SELECT count(*) INTO waiting FROM (SELECT FROM webhook_delivery WHERE webhook_id = hook.id AND state = 'waiting' LIMIT most) counted;
    WITH matching AS (
      SELECT e.id, e.resource || '/' || e.row_id AS record, row_number() OVER (ORDER BY e.id) AS place FROM fresh e
      WHERE (hook.resources = '{}' OR e.resource = ANY (hook.resources))
        AND (hook.verbs = '{}' OR CASE WHEN e.action = 'create' THEN 'create' WHEN e.action IN ('delete', 'force-delete') THEN 'delete' ELSE 'update' END
          = ANY (hook.verbs))
        AND (hook.customer_id IS NULL OR hook.customer_id IN
          (customer_of_values(e.resource, e.row_id, e.before), customer_of_values(e.resource, e.row_id, e.after)))
    ), queued AS (
      INSERT INTO webhook_delivery (webhook_id, audit_id) SELECT hook.id, matching.id FROM matching WHERE place + waiting <= most ORDER BY matching.id
      RETURNING id, audit_id
    ), noted AS (
      INSERT INTO webhook_delivery (webhook_id, audit_id, state, reason)
      SELECT hook.id, min(matching.id), 'dropped', count(*) || ' changes were not queued: too many wait.' FROM matching
      WHERE place + waiting > most HAVING count(*) > 0
    )
    INSERT INTO job (kind, payload, turn)
    SELECT 'change-webhook', jsonb_build_object('deliveryId', queued.id), hook.id || '/' || matching.record
    FROM queued JOIN matching ON matching.id = queued.audit_id ORDER BY queued.audit_id;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER queue_webhooks AFTER INSERT ON audit_entry REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION queue_webhooks();
