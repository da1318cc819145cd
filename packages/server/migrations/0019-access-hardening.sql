-- Ways around the rules of access, closed.

-- Who is told a group by an identity provider gets what the group gives: to name the claim is to give it.
CREATE FUNCTION forbid_claiming_more_than_own() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  giver uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  missing text;
BEGIN
  IF giver IS NULL OR NEW.sso_claim IS NULL OR NEW.sso_claim IS NOT DISTINCT FROM OLD.sso_claim THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(wanted, ', ' ORDER BY wanted) INTO missing FROM granted_permissions('group', NEW.id) AS wanted
  WHERE wanted NOT IN (SELECT permission FROM permission_source WHERE user_id = giver);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only give what you may do yourself; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE UPDATE OF sso_claim ON access_group
  FOR EACH ROW EXECUTE FUNCTION forbid_claiming_more_than_own();

-- Nobody changes the email of people who may do more, blocks them or deletes them.
CREATE OR REPLACE FUNCTION forbid_readdressing_the_powerful() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  changer uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  missing text;
BEGIN
  IF changer IS NULL OR changer = OLD.id OR (
    lower(NEW.email) = lower(OLD.email) AND NEW.disabled = OLD.disabled AND NEW.deleted_at IS NOT DISTINCT FROM OLD.deleted_at
  ) THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(DISTINCT permission, ', ') INTO missing FROM permission_source
  WHERE user_id = OLD.id AND permission NOT IN (SELECT permission FROM permission_source WHERE user_id = changer);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only do this to people who may do no more than you; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
DROP TRIGGER more_than_own ON user_account;
CREATE TRIGGER more_than_own BEFORE UPDATE OF email, disabled, deleted_at ON user_account
  FOR EACH ROW EXECUTE FUNCTION forbid_readdressing_the_powerful();

-- Sessions of somebody who is blocked or deleted end for good, and so do the keys of somebody who is deleted: bringing the
-- account back does not bring them back. A link in a mailbox that is not the user's any more is of no use.
CREATE FUNCTION end_what_an_account_had() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.disabled OR NEW.deleted_at IS NOT NULL THEN
    UPDATE session SET ended_at = now(), end_reason = 'account closed' WHERE user_id = NEW.id AND ended_at IS NULL;
    DELETE FROM pending_sign_in WHERE user_id = NEW.id;
  END IF;
  IF NEW.deleted_at IS NOT NULL THEN
    UPDATE api_key SET revoked_at = now() WHERE owner_id = NEW.id AND revoked_at IS NULL;
  END IF;
  IF lower(NEW.email) <> lower(OLD.email) THEN
    DELETE FROM password_link WHERE user_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_what_an_account_had AFTER UPDATE OF email, disabled, deleted_at ON user_account
  FOR EACH ROW EXECUTE FUNCTION end_what_an_account_had();

-- A secret was given for one client at one issuer: pointed elsewhere, the provider starts anew.
CREATE FUNCTION forget_secret_of_another_client() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF (NEW.kind, NEW.issuer, NEW.client_id) IS DISTINCT FROM (OLD.kind, OLD.issuer, OLD.client_id) THEN
    DELETE FROM identity_provider_secret WHERE provider_id = NEW.id;
    NEW.enabled := false;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER forget_secret_of_another_client BEFORE UPDATE OF kind, issuer, client_id ON identity_provider
  FOR EACH ROW EXECUTE FUNCTION forget_secret_of_another_client();

-- A key that was held to machines stays so: without any it can do nothing.
ALTER TABLE api_key ADD COLUMN machines_only boolean NOT NULL DEFAULT false;
UPDATE api_key SET machines_only = true WHERE id IN (SELECT api_key_id FROM api_key_machine);
CREATE FUNCTION hold_key_to_machines() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE api_key SET machines_only = true WHERE id = NEW.api_key_id AND NOT machines_only;
  RETURN NULL;
END
$$;
CREATE TRIGGER hold_key_to_machines AFTER INSERT ON api_key_machine
  FOR EACH ROW EXECUTE FUNCTION hold_key_to_machines();

-- A role that needs a second factor needs it of whoever owns a key too.
DROP VIEW usable_api_key;
CREATE VIEW usable_api_key AS
  SELECT k.id, k.name, s.hash, k.owner_id, coalesce(k.customer_id, u.customer_id) AS customer_id, k.ip_allow,
    k.rate_per_minute, k.machines_only,
    ARRAY(SELECT m.machine_id FROM machine m JOIN api_key_machine b ON b.machine_id = m.id WHERE b.api_key_id = k.id)
      AS machines,
    ARRAY(
      SELECT DISTINCT p.permission FROM api_key_scope_of o
        JOIN api_key_scope_permission p ON p.scope_id = o.scope_id
        JOIN permission_source has ON has.user_id = k.owner_id AND has.permission = p.permission
      WHERE o.api_key_id = k.id AND (p.permission = 'telemetry.publish' OR NOT k.machines_only)
      ORDER BY p.permission
    ) AS permissions
  FROM api_key k
    JOIN api_key_secret s ON s.api_key_id = k.id
    JOIN user_account u ON u.id = k.owner_id
    LEFT JOIN customer c ON c.id = k.customer_id
  WHERE k.revoked_at IS NULL AND coalesce(k.expires_at > now(), true) AND coalesce(k.grace_until > now(), true)
    AND u.deleted_at IS NULL AND NOT u.disabled AND c.deleted_at IS NULL AND NOT lacks_second_factor(u.id);

-- Whoever is left must be able to enter, too.
CREATE OR REPLACE FUNCTION keep_an_administrator() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF nullif(current_setting('packhouse.user', true), '') IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('administrators'));
  IF NOT EXISTS (
    SELECT FROM user_account u
    WHERE u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
      AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'customer.access')
      AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'user.update')
      AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'role.update')
  ) THEN
    RAISE EXCEPTION 'nobody would be left who may work with users and roles'
      USING ERRCODE = '23514', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN NULL;
END
$$;

-- Nobody shuts the door on themselves: whoever makes a role need a second factor has one, where the role is theirs.
CREATE FUNCTION role_second_factor_own_first() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  changer uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
BEGIN
  IF changer IS NOT NULL AND NEW.requires_second_factor AND lacks_second_factor(changer) THEN
    RAISE EXCEPTION 'whoever makes a role of their own need a second factor needs one first'
      USING ERRCODE = '23514', CONSTRAINT = 'role_second_factor_own_first';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER role_second_factor_own_first AFTER UPDATE OF requires_second_factor ON role
  FOR EACH ROW EXECUTE FUNCTION role_second_factor_own_first();
