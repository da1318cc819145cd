-- Keys of programs and machines, and the sets of permissions they are given.

CREATE TABLE api_key_scope (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  description text,
  risk text NOT NULL CONSTRAINT api_key_scope_risk_known CHECK (risk IN ('low', 'medium', 'high')),
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || coalesce(description, ''))) STORED
);
CREATE UNIQUE INDEX api_key_scope_name_taken ON api_key_scope (lower(name));
CALL add_stamps('api_key_scope');
CALL protect_for_staff('api_key_scope');

CREATE TABLE api_key_scope_permission (
  scope_id uuid NOT NULL REFERENCES api_key_scope (id) ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (scope_id, permission)
);
CALL protect_for_staff('api_key_scope_permission');

CREATE TABLE api_key (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  -- What can be shown of the key: its first and its last characters.
  prefix text NOT NULL,
  -- It ends with its owner.
  owner_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  customer_id uuid REFERENCES customer (id),
  ip_allow text[] NOT NULL,
  rate_per_minute int NOT NULL CONSTRAINT api_key_rate_positive CHECK (rate_per_minute > 0),
  expires_at timestamptz,
  rotated_from_id uuid REFERENCES api_key (id) ON DELETE SET NULL,
  grace_until timestamptz,
  revoked_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE INDEX api_key_of_owner ON api_key (owner_id);
CREATE INDEX api_key_of_customer ON api_key (customer_id);
CREATE INDEX api_key_rotated_from ON api_key (rotated_from_id);
CALL add_stamps('api_key');
CALL protect_for_staff('api_key');
-- A customer's people may see the keys that are bound to their customer; staff make them.
CREATE POLICY of_own_customer ON api_key FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));

-- Only the product itself reads and writes hashes; requests of staff see when and from where a key was last used.
CREATE TABLE api_key_secret (
  api_key_id uuid PRIMARY KEY REFERENCES api_key (id) ON DELETE CASCADE,
  -- SHA-256 of the key, which is long and random.
  hash bytea NOT NULL CONSTRAINT api_key_secret_hash_taken UNIQUE,
  last_used_at timestamptz,
  last_used_from text
);
ALTER TABLE api_key_secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON api_key_secret TO packhouse_staff USING (true);
CREATE POLICY of_visible_key ON api_key_secret FOR SELECT TO packhouse_app USING (sees_row('api_key', api_key_id));
GRANT SELECT (api_key_id, last_used_at, last_used_from), INSERT (api_key_id, hash) ON api_key_secret TO packhouse_app;

CREATE TABLE api_key_scope_of (
  api_key_id uuid NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  scope_id uuid NOT NULL REFERENCES api_key_scope (id) ON DELETE RESTRICT,
  PRIMARY KEY (api_key_id, scope_id)
);
CREATE INDEX api_key_scope_of_by_scope ON api_key_scope_of (scope_id);
CALL protect_for_staff('api_key_scope_of');
CREATE POLICY of_visible_key ON api_key_scope_of FOR SELECT TO packhouse_app USING (sees_row('api_key', api_key_id));

-- A key that is bound to machines publishes for these alone, and can do nothing else.
CREATE TABLE api_key_machine (
  api_key_id uuid NOT NULL REFERENCES api_key (id) ON DELETE CASCADE,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  PRIMARY KEY (api_key_id, machine_id)
);
CREATE INDEX api_key_machine_by_machine ON api_key_machine (machine_id);
CALL protect_for_staff('api_key_machine');
CREATE POLICY of_visible_key ON api_key_machine FOR SELECT TO packhouse_app USING (sees_row('api_key', api_key_id));

-- The keys that work now, with what they may do: what their scopes give, as far as their owner may do it.
CREATE VIEW usable_api_key AS
  SELECT k.id, k.name, s.hash, k.owner_id, coalesce(k.customer_id, u.customer_id) AS customer_id, k.ip_allow,
    k.rate_per_minute,
    ARRAY(SELECT m.machine_id FROM machine m JOIN api_key_machine b ON b.machine_id = m.id WHERE b.api_key_id = k.id)
      AS machines,
    ARRAY(
      SELECT DISTINCT p.permission FROM api_key_scope_of o
        JOIN api_key_scope_permission p ON p.scope_id = o.scope_id
        JOIN permission_source has ON has.user_id = k.owner_id AND has.permission = p.permission
      WHERE o.api_key_id = k.id
        AND (p.permission = 'telemetry.publish' OR NOT EXISTS (SELECT FROM api_key_machine b WHERE b.api_key_id = k.id))
      ORDER BY p.permission
    ) AS permissions
  FROM api_key k
    JOIN api_key_secret s ON s.api_key_id = k.id
    JOIN user_account u ON u.id = k.owner_id
    LEFT JOIN customer c ON c.id = k.customer_id
  WHERE k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true) AND coalesce(k.grace_until > now(), true)
    AND u.deleted_at IS NULL AND NOT u.disabled AND c.deleted_at IS NULL;

-- Nobody gives more than they have, to keys neither.
CREATE OR REPLACE FUNCTION granted_permissions(source text, source_id uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  BEGIN ATOMIC
    SELECT permission FROM role_permission WHERE source = 'role' AND role_id = source_id
    UNION
    SELECT permission FROM group_permission WHERE source = 'group' AND group_id = source_id
    UNION
    SELECT rp.permission FROM group_role gr JOIN role_permission rp ON rp.role_id = gr.role_id
    WHERE source = 'group' AND gr.group_id = source_id
    UNION
    SELECT permission FROM api_key_scope_permission WHERE source = 'scope' AND scope_id = source_id;
  END;
CREATE TRIGGER more_than_own BEFORE INSERT ON api_key_scope_permission
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('permission');
CREATE TRIGGER more_than_own BEFORE INSERT ON api_key_scope_of
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('scope');

-- The key with which something was done; null where a person was signed in.
ALTER TABLE audit_entry
  ADD COLUMN api_key_id uuid,
  -- Of the client; null for the product's own work and for entries from before.
  ADD COLUMN address text;

WITH made AS (
  INSERT INTO api_key_scope (name, description, risk) VALUES
    ('telemetry:publish', 'Publish records of machines over MQTT', 'medium'),
    ('machines:read', 'See machines, their newest values and their history', 'low'),
    ('customers:read', 'See customers, their contacts, locations and licences', 'medium'),
    ('customers:write', 'Create and change customers, their contacts, locations and licences', 'high')
  RETURNING id, name
)
INSERT INTO api_key_scope_permission (scope_id, permission)
SELECT made.id, permission FROM made JOIN (VALUES
  ('telemetry:publish', ARRAY['telemetry.publish']),
  ('machines:read', ARRAY['customer.access', 'machine.read.any', 'machine.read']),
  ('customers:read', ARRAY['customer.read', 'contact.read', 'location.read', 'licence.read']),
  ('customers:write', ARRAY['customer.read', 'contact.read', 'location.read', 'licence.read', 'customer.create',
    'contact.create', 'location.create', 'licence.create', 'customer.update', 'contact.update', 'location.update',
    'licence.update'])
) AS given (name, permissions) ON given.name = made.name, unnest(given.permissions) AS permission;
