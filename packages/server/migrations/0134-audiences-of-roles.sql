-- Works with code from: 0124
-- Roles say which people can be given them: everyone, only staff, or only people of customers. The rules are in decision 0150.
ALTER TABLE role ADD COLUMN audience text NOT NULL DEFAULT 'everyone'
  CONSTRAINT role_audience_known CHECK (audience IN ('everyone', 'staff', 'customers'));
UPDATE role SET audience = 'staff' WHERE is_system;

-- The roles of the sample company, where all who have them are the people that they are named after. Other roles stay available to everyone.
UPDATE role r SET audience = named.audience
  FROM (VALUES ('staff', 'staff'), ('customer', 'customers')) AS named (name, audience)
  WHERE lower(r.name) = named.name
    AND EXISTS (SELECT FROM user_role ur WHERE ur.role_id = r.id)
    AND NOT EXISTS (SELECT FROM user_role ur JOIN user_account u ON u.id = ur.user_id
      WHERE ur.role_id = r.id AND (u.customer_id IS NULL) <> (named.audience = 'staff'))
    AND NOT EXISTS (SELECT FROM group_role gr WHERE gr.role_id = r.id);

-- Asked of every way by which a person gets a role, so that no route can forget it, and only of what is new: AFTER INSERT is not called for a pair that
-- is there already. The triggers have the names of the rules; work of the product itself names no person.
CREATE FUNCTION forbid_role_of_other_audience() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  pair jsonb := to_jsonb(NEW);
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') = '' THEN
    RETURN NULL;
  END IF;
  IF EXISTS (
    SELECT FROM (
      SELECT (pair ->> 'user_id')::uuid AS user_id, (pair ->> 'role_id')::uuid AS role_id
      UNION ALL
      SELECT m.user_id, (pair ->> 'role_id')::uuid FROM group_member m WHERE m.group_id = (pair ->> 'group_id')::uuid
      UNION ALL
      SELECT (pair ->> 'user_id')::uuid, gr.role_id FROM group_role gr WHERE gr.group_id = (pair ->> 'group_id')::uuid
    ) AS has JOIN role r ON r.id = has.role_id JOIN user_account u ON u.id = has.user_id
    WHERE u.deleted_at IS NULL AND r.audience = TG_ARGV[0] AND (u.customer_id IS NULL) <> (r.audience = 'staff')
  ) THEN
    RAISE EXCEPTION 'the role is only for %', TG_ARGV[0] USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER role_for_staff AFTER INSERT ON user_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('staff');
CREATE TRIGGER role_for_customers AFTER INSERT ON user_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('customers');
CREATE TRIGGER group_role_for_staff AFTER INSERT ON group_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('staff');
CREATE TRIGGER group_role_for_customers AFTER INSERT ON group_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('customers');
CREATE TRIGGER group_role_for_staff AFTER INSERT ON group_member
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('staff');
CREATE TRIGGER group_role_for_customers AFTER INSERT ON group_member
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_other_audience('customers');

-- The built-in role may do everything, which is nothing for people of customers.
CREATE FUNCTION audience_of_the_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') <> '' THEN
    RAISE EXCEPTION 'a built-in role is for staff' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER role_audience_of_the_product BEFORE UPDATE OF audience ON role
  FOR EACH ROW WHEN (OLD.is_system AND NEW.audience <> OLD.audience) EXECUTE FUNCTION audience_of_the_product();
