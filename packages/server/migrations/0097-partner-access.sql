-- A customer lets a partner read data of some machines until a date. The rules are in decision 0115.
CREATE TABLE partner_access (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  -- Null where the key was deleted: the access is over then.
  api_key_id uuid CONSTRAINT partner_access_of_key UNIQUE REFERENCES api_key (id) ON DELETE SET NULL,
  partner text NOT NULL COLLATE "und-x-icu",
  contact text NOT NULL,
  purpose text NOT NULL COLLATE "und-x-icu",
  given_at timestamptz NOT NULL DEFAULT now(),
  given_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by uuid REFERENCES user_account (id) ON DELETE SET NULL
);
CREATE INDEX partner_access_of_customer ON partner_access (customer_id, id DESC);
CREATE INDEX partner_access_given_by ON partner_access (given_by);
CREATE INDEX partner_access_ended_by ON partner_access (ended_by);

CREATE TABLE partner_access_machine (
  access_id uuid NOT NULL REFERENCES partner_access (id) ON DELETE CASCADE,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  removed_at timestamptz,
  PRIMARY KEY (access_id, machine_id)
);
CREATE INDEX partner_access_machine_by_machine ON partner_access_machine (machine_id);

-- Staff see it. Only people of the customer give it, for its own machines, and end it.
ALTER TABLE partner_access ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON partner_access FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_own_customer ON partner_access FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
CREATE POLICY given_by_customer ON partner_access FOR INSERT TO packhouse_app
  WITH CHECK (customer_id = (SELECT scope_customer()) AND ended_at IS NULL);
CREATE POLICY ended_by_customer ON partner_access FOR UPDATE TO packhouse_app
  USING (customer_id = (SELECT scope_customer()) AND ended_at IS NULL)
  WITH CHECK (customer_id = (SELECT scope_customer()) AND ended_at IS NOT NULL);
GRANT SELECT, INSERT, UPDATE (ended_at, ended_by) ON partner_access TO packhouse_app;

ALTER TABLE partner_access_machine ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_visible_access ON partner_access_machine FOR SELECT TO packhouse_app
  USING (access_id IN (SELECT id FROM partner_access));
CREATE POLICY given_by_customer ON partner_access_machine FOR INSERT TO packhouse_app WITH CHECK (
  removed_at IS NULL
  AND access_id IN (SELECT id FROM partner_access WHERE customer_id = (SELECT scope_customer()))
  AND machine_id IN (SELECT id FROM machine WHERE customer_id = (SELECT scope_customer()) AND deleted_at IS NULL));
GRANT SELECT, INSERT ON partner_access_machine TO packhouse_app;

-- The key of a partner is made by whoever gives the access, for their own customer. By itself it can do nothing.
CREATE POLICY for_partner ON api_key FOR INSERT TO packhouse_app WITH CHECK (
  customer_id = (SELECT scope_customer()) AND machines_only AND expires_at IS NOT NULL
  AND owner_id = nullif(current_setting('packhouse.user', true), '')::uuid);
CREATE POLICY for_partner ON api_key_secret FOR INSERT TO packhouse_app WITH CHECK (
  api_key_id IN (SELECT id FROM api_key WHERE customer_id = (SELECT scope_customer()) AND machines_only
    AND owner_id = nullif(current_setting('packhouse.user', true), '')::uuid));

-- A machine that leaves the customer leaves the access for good, also if it comes back.
CREATE FUNCTION leave_partner_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE partner_access_machine SET removed_at = now() WHERE machine_id = NEW.id AND removed_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER leave_partner_access AFTER UPDATE OF customer_id, deleted_at ON machine
  FOR EACH ROW WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id OR (NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL))
  EXECUTE FUNCTION leave_partner_access();

-- An access and its key end together.
CREATE FUNCTION end_partner_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE api_key SET revoked_at = NEW.ended_at, row_version = row_version + 1 WHERE id = NEW.api_key_id AND revoked_at IS NULL;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_partner_key AFTER UPDATE OF ended_at ON partner_access
  FOR EACH ROW WHEN (NEW.ended_at IS NOT NULL AND OLD.ended_at IS NULL) EXECUTE FUNCTION end_partner_key();

CREATE FUNCTION end_partner_access() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE partner_access SET ended_at = now(), ended_by = nullif(current_setting('packhouse.user', true), '')::uuid
  WHERE api_key_id = OLD.id AND ended_at IS NULL;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER end_partner_access_revoked AFTER UPDATE OF revoked_at ON api_key
  FOR EACH ROW WHEN (NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL) EXECUTE FUNCTION end_partner_access();
CREATE TRIGGER end_partner_access_deleted BEFORE DELETE ON api_key FOR EACH ROW EXECUTE FUNCTION end_partner_access();

-- Nobody makes more of such a key than the customer gave; staff can only end it.
CREATE FUNCTION keep_partner_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM partner_access WHERE api_key_id = CASE TG_TABLE_NAME WHEN 'api_key' THEN (to_jsonb(NEW) ->> 'id') ELSE (to_jsonb(NEW) ->> 'api_key_id') END::uuid) THEN
    RAISE EXCEPTION 'the key belongs to the access of a partner' USING ERRCODE = '23514', CONSTRAINT = 'api_key_of_partner';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER keep_partner_key BEFORE UPDATE ON api_key FOR EACH ROW
  WHEN ((NEW.name, NEW.owner_id, NEW.customer_id, NEW.machines_only, NEW.ip_allow, NEW.rate_per_minute, NEW.expires_at, NEW.grace_until)
    IS DISTINCT FROM (OLD.name, OLD.owner_id, OLD.customer_id, OLD.machines_only, OLD.ip_allow, OLD.rate_per_minute, OLD.expires_at, OLD.grace_until)
    OR (NEW.revoked_at IS NULL AND OLD.revoked_at IS NOT NULL))
  EXECUTE FUNCTION keep_partner_key();
CREATE TRIGGER keep_partner_key BEFORE INSERT ON api_key_scope_of FOR EACH ROW EXECUTE FUNCTION keep_partner_key();
CREATE TRIGGER keep_partner_key BEFORE INSERT ON api_key_machine FOR EACH ROW EXECUTE FUNCTION keep_partner_key();
CREATE TRIGGER keep_partner_key BEFORE INSERT OR UPDATE OF api_key_id ON device_certificate
  FOR EACH ROW EXECUTE FUNCTION keep_partner_key();

-- A key of a partner has one permission, for the machines of its access that are still the customer's, whatever is written beside it.
CREATE OR REPLACE VIEW usable_api_key AS
  SELECT k.id, k.name, s.hash, k.owner_id, coalesce(k.customer_id, u.customer_id) AS customer_id, k.ip_allow,
    k.rate_per_minute, k.machines_only,
    CASE WHEN p.id IS NULL THEN
      ARRAY(SELECT m.machine_id FROM machine m JOIN api_key_machine b ON b.machine_id = m.id WHERE b.api_key_id = k.id)
    ELSE
      ARRAY(SELECT m.machine_id FROM machine m JOIN partner_access_machine o ON o.machine_id = m.id
        WHERE o.access_id = p.id AND o.removed_at IS NULL AND m.customer_id = p.customer_id AND m.deleted_at IS NULL)
    END AS machines,
    CASE WHEN p.id IS NULL THEN
      ARRAY(
        SELECT DISTINCT g.permission FROM api_key_scope_of o
          JOIN api_key_scope_permission g ON g.scope_id = o.scope_id
          JOIN permission_source has ON has.user_id = k.owner_id AND has.permission = g.permission
        WHERE o.api_key_id = k.id AND (g.permission = 'telemetry.publish' OR NOT k.machines_only)
        ORDER BY g.permission
      )
    WHEN u.customer_id = p.customer_id
      AND EXISTS (SELECT FROM permission_source has WHERE has.user_id = k.owner_id AND has.permission = 'partnerAccess.give')
      THEN ARRAY['partnerData.read']
    ELSE ARRAY[]::text[]
    END AS permissions
  FROM api_key k
    JOIN api_key_secret s ON s.api_key_id = k.id
    JOIN user_account u ON u.id = k.owner_id
    LEFT JOIN customer c ON c.id = k.customer_id
    LEFT JOIN partner_access p ON p.api_key_id = k.id
  WHERE k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true) AND coalesce(k.grace_until > now(), true)
    AND u.deleted_at IS NULL AND NOT u.disabled AND c.deleted_at IS NULL AND NOT lacks_second_factor(u.id)
    AND p.ended_at IS NULL AND coalesce(p.expires_at > now(), true);

-- Customers need nobody to be allowed it.
INSERT INTO role_permission (role_id, permission)
SELECT d.role_id, p.name FROM role_permission d CROSS JOIN (VALUES ('partnerAccess.read'), ('partnerAccess.give')) AS p (name)
WHERE d.permission = 'customer.access'
ON CONFLICT DO NOTHING;
