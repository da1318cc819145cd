-- A role of its own for staff, who see every row: with a plain `true` the planner may use the search indexes, which it
-- keeps away from a condition that looks at the rows first.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'packhouse_staff') THEN
    CREATE ROLE packhouse_staff NOLOGIN NOBYPASSRLS IN ROLE packhouse_app;
  END IF;
END
$$;
GRANT packhouse_staff TO CURRENT_USER;

-- Accounts and devices are counted when somebody wants to delete what they refer to; only staff see strangers' ones.
ALTER TABLE user_account ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON user_account FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
ALTER TABLE device ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_own_customer ON device FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));

DO $$
DECLARE
  protected regclass;
BEGIN
  FOR protected IN
    SELECT oid FROM pg_class
    WHERE relrowsecurity AND NOT relispartition AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
  LOOP
    EXECUTE format('CREATE POLICY of_staff ON %s TO packhouse_staff USING (true)', protected);
  END LOOP;
END
$$;

-- Tables to come: whoever protects one for staff protects it for this role.
CREATE OR REPLACE PROCEDURE protect_for_staff(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY of_staff ON %s TO packhouse_staff USING (true)', target);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO packhouse_app', target);
END
$$;

CREATE INDEX customer_by_status ON customer (status, name, id) WHERE deleted_at IS NULL;
