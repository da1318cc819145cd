-- People and what they may do, as staff work with them: users, roles, groups, business units.

CREATE TABLE business_unit (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  parent_id uuid REFERENCES business_unit (id),
  currency text CONSTRAINT business_unit_currency_fkey REFERENCES currency (code),
  timezone text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX business_unit_code_taken ON business_unit (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX business_unit_of_parent ON business_unit (parent_id);
CREATE TRIGGER business_unit_parent_acyclic BEFORE INSERT OR UPDATE OF parent_id ON business_unit
  FOR EACH ROW EXECUTE FUNCTION forbid_cycle('business_unit_parent_acyclic');
CALL add_stamps('business_unit');
CALL protect_for_staff('business_unit');

ALTER TABLE user_account
  ADD COLUMN name text COLLATE "und-x-icu" NOT NULL GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED,
  ADD COLUMN disabled boolean NOT NULL DEFAULT false,
  ADD COLUMN business_unit_id uuid REFERENCES business_unit (id),
  ADD COLUMN language text,
  ADD COLUMN timezone text,
  ADD COLUMN last_seen_at timestamptz,
  ADD COLUMN search_text text
    GENERATED ALWAYS AS (' ' || search_fold(email || ' ' || first_name || ' ' || last_name)) STORED;
CREATE INDEX user_account_of_customer ON user_account (customer_id);
CALL add_stamps('user_account');
GRANT SELECT, INSERT, UPDATE, DELETE ON user_account TO packhouse_app;

-- Hashes of passwords stand apart: no request of people ever reads or writes them, but only whether there is one.
CREATE TABLE user_credential (
  user_id uuid PRIMARY KEY REFERENCES user_account (id) ON DELETE CASCADE,
  -- argon2id in the PHC string format.
  password_hash text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO user_credential (user_id, password_hash)
  SELECT id, password_hash FROM user_account WHERE password_hash IS NOT NULL;
ALTER TABLE user_account DROP COLUMN password_hash;
ALTER TABLE user_credential ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON user_credential FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_visible_user ON user_credential FOR SELECT TO packhouse_app USING (sees_row('user_account', user_id));
GRANT SELECT (user_id) ON user_credential TO packhouse_app;

ALTER TABLE role ALTER COLUMN name TYPE text COLLATE "und-x-icu";
ALTER TABLE role
  ADD COLUMN description text,
  -- Made and kept by the product; it cannot be renamed or deleted, and has every permission.
  ADD COLUMN is_system boolean NOT NULL DEFAULT false,
  ADD COLUMN search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || coalesce(description, ''))) STORED;
ALTER TABLE role DROP CONSTRAINT role_name_taken;
CREATE UNIQUE INDEX role_name_taken ON role (lower(name));
CALL add_stamps('role');
CALL protect_for_staff('role');
CALL protect_for_staff('role_permission');
CALL protect_for_staff('user_role');
CREATE INDEX user_role_by_role ON user_role (role_id);

CREATE TABLE access_group (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  description text,
  -- A group of an identity provider whose members belong to this one.
  sso_claim text,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || coalesce(description, ''))) STORED
);
CREATE UNIQUE INDEX access_group_name_taken ON access_group (lower(name));
CREATE UNIQUE INDEX access_group_sso_claim_taken ON access_group (sso_claim);
CALL add_stamps('access_group');
CALL protect_for_staff('access_group');

CREATE TABLE group_member (
  group_id uuid NOT NULL REFERENCES access_group (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX group_member_by_user ON group_member (user_id);
CALL protect_for_staff('group_member');

CREATE TABLE group_role (
  group_id uuid NOT NULL REFERENCES access_group (id) ON DELETE CASCADE,
  role_id uuid NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, role_id)
);
CREATE INDEX group_role_by_role ON group_role (role_id);
CALL protect_for_staff('group_role');

CREATE TABLE group_permission (
  group_id uuid NOT NULL REFERENCES access_group (id) ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (group_id, permission)
);
CALL protect_for_staff('group_permission');

CREATE TABLE user_permission (
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (user_id, permission)
);
CALL protect_for_staff('user_permission');

-- What everybody may do, and from where they have it.
CREATE VIEW permission_source AS
  SELECT user_id, permission, 'direct' AS kind, NULL::uuid AS source_id, NULL::text AS source_name FROM user_permission
  UNION ALL
  SELECT ur.user_id, rp.permission, 'role', r.id, r.name
  FROM user_role ur JOIN role r ON r.id = ur.role_id JOIN role_permission rp ON rp.role_id = r.id
  UNION ALL
  SELECT m.user_id, gp.permission, 'group', g.id, g.name
  FROM group_member m JOIN access_group g ON g.id = m.group_id JOIN group_permission gp ON gp.group_id = g.id
  UNION ALL
  SELECT m.user_id, rp.permission, 'group', g.id, g.name || ' (' || r.name || ')'
  FROM group_member m JOIN access_group g ON g.id = m.group_id JOIN group_role gr ON gr.group_id = g.id
    JOIN role r ON r.id = gr.role_id JOIN role_permission rp ON rp.role_id = r.id;

-- Whoever asks has found the user in the row scope before.
GRANT SELECT ON permission_source TO packhouse_app;

-- Nobody gives more than they have: whatever a request of a person grants, that person must have too. Asked of every way
-- in which permissions reach somebody, so that no route can forget it. Work of the product itself names no person.
CREATE FUNCTION granted_permissions(source text, source_id uuid) RETURNS SETOF text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  BEGIN ATOMIC
    SELECT permission FROM role_permission WHERE source = 'role' AND role_id = source_id
    UNION
    SELECT permission FROM group_permission WHERE source = 'group' AND group_id = source_id
    UNION
    SELECT rp.permission FROM group_role gr JOIN role_permission rp ON rp.role_id = gr.role_id
    WHERE source = 'group' AND gr.group_id = source_id;
  END;

CREATE FUNCTION forbid_giving_more_than_own() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  giver uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  given text[];
  missing text;
BEGIN
  IF giver IS NULL THEN
    RETURN NEW;
  END IF;
  given := CASE TG_ARGV[0]
    WHEN 'permission' THEN ARRAY[to_jsonb(NEW) ->> 'permission']
    ELSE ARRAY(SELECT granted_permissions(TG_ARGV[0], (to_jsonb(NEW) ->> (TG_ARGV[0] || '_id'))::uuid))
  END;
  SELECT string_agg(wanted, ', ' ORDER BY wanted) INTO missing FROM unnest(given) AS wanted
  WHERE wanted NOT IN (SELECT permission FROM permission_source WHERE user_id = giver);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only give what you may do yourself; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE INSERT ON user_permission
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('permission');
CREATE TRIGGER more_than_own BEFORE INSERT ON role_permission
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('permission');
CREATE TRIGGER more_than_own BEFORE INSERT ON group_permission
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('permission');
CREATE TRIGGER more_than_own BEFORE INSERT ON user_role
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('role');
CREATE TRIGGER more_than_own BEFORE INSERT ON group_role
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('role');
CREATE TRIGGER more_than_own BEFORE INSERT ON group_member
  FOR EACH ROW EXECUTE FUNCTION forbid_giving_more_than_own('group');

-- Somebody who may work with users and roles is always left. Looked at when the transaction ends, one after the other.
CREATE FUNCTION keep_an_administrator() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF nullif(current_setting('packhouse.user', true), '') IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('administrators'));
  IF NOT EXISTS (
    SELECT FROM user_account u
    WHERE u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
      AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'user.update')
      AND EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id AND s.permission = 'role.update')
  ) THEN
    RAISE EXCEPTION 'nobody would be left who may work with users and roles'
      USING ERRCODE = '23514', CONSTRAINT = 'last_administrator';
  END IF;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  source text;
BEGIN
  FOREACH source IN ARRAY ARRAY['user_role', 'role_permission', 'group_member', 'group_role', 'group_permission',
    'user_permission', 'role', 'access_group'] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER last_administrator AFTER DELETE ON %I DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION keep_an_administrator()', source);
  END LOOP;
END
$$;
CREATE CONSTRAINT TRIGGER last_administrator AFTER DELETE OR UPDATE OF deleted_at, disabled ON user_account
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_an_administrator();

-- A role that the product keeps stays as it is.
CREATE FUNCTION role_of_the_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('packhouse.user', true), '') IS NOT NULL AND OLD.is_system THEN
    RAISE EXCEPTION 'a role of the product stays as it is' USING ERRCODE = '23514', CONSTRAINT = 'role_of_the_product';
  END IF;
  RETURN coalesce(NEW, OLD);
END
$$;
CREATE TRIGGER role_of_the_product BEFORE UPDATE OF name OR DELETE ON role
  FOR EACH ROW EXECUTE FUNCTION role_of_the_product();
