-- Works with code from: 0103
-- An approval is left to no role that whoever says so could not give, roles that do not edit a project do not end roles of it, owners are
-- colleagues, and prices of the catalogue fit their currency.

CREATE FUNCTION forbid_rule_of_more_than_own() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing text;
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') = ''
    OR (TG_OP = 'UPDATE' AND NEW.role_type_id IS NOT DISTINCT FROM OLD.role_type_id) THEN
    RETURN NEW;
  END IF;
  missing := lacking_for_role(NULL, NEW.role_type_id);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only give what you may do yourself; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE INSERT OR UPDATE ON approval_rule
  FOR EACH ROW EXECUTE FUNCTION forbid_rule_of_more_than_own();

-- Whoever does not edit a project would otherwise edit it after ending their own role. What goes with a project or a person goes.
CREATE FUNCTION forbid_role_change_without_editing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  giver uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  project uuid := CASE TG_OP WHEN 'INSERT' THEN NEW.project_id ELSE OLD.project_id END;
  role_name text;
BEGIN
  IF giver IS NOT NULL AND pg_trigger_depth() = 1 AND coalesce(current_setting('packhouse.costs_as_given', true), '') <> 'yes' THEN
    SELECT t.name INTO role_name FROM project_role r JOIN project_role_type t ON t.id = r.type_id
      WHERE r.project_id = project AND r.user_id = giver AND NOT t.can_edit;
    IF role_name IS NOT NULL THEN
      RAISE EXCEPTION 'Your role in this project is %, which does not edit it. Ask for another role, or leave the change to somebody who edits.', role_name
        USING ERRCODE = '42501', CONSTRAINT = 'role_that_edits';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;
CREATE TRIGGER role_that_edits BEFORE INSERT OR UPDATE OR DELETE ON project_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_change_without_editing();

-- The triggers have the names of the rules. What was entered before stays until it is changed.
CREATE FUNCTION owner_of_staff() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF (TG_OP = 'INSERT' OR NEW.owner_id IS DISTINCT FROM OLD.owner_id)
    AND EXISTS (SELECT FROM user_account WHERE id = NEW.owner_id AND customer_id IS NOT NULL) THEN
    RAISE EXCEPTION 'the person is of a customer' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER customer_owner_of_staff BEFORE INSERT OR UPDATE OF owner_id ON customer FOR EACH ROW EXECUTE FUNCTION owner_of_staff();
CREATE TRIGGER supplier_owner_of_staff BEFORE INSERT OR UPDATE OF owner_id ON supplier FOR EACH ROW EXECUTE FUNCTION owner_of_staff();

-- A price in a currency without decimals has none. Costs come from other currencies and have those that they come to.
CREATE FUNCTION catalogue_price_whole() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  price numeric := (to_jsonb(NEW) ->> TG_ARGV[0])::numeric;
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') <> '' AND price % 1 <> 0
    AND (TG_OP = 'INSERT' OR NEW.currency IS DISTINCT FROM OLD.currency OR price IS DISTINCT FROM (to_jsonb(OLD) ->> TG_ARGV[0])::numeric)
    AND EXISTS (SELECT FROM currency WHERE code = NEW.currency AND minor_units = 0) THEN
    RAISE EXCEPTION 'the currency has no decimals' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
-- By its name it comes before the trigger that puts the price of today in the place of one to come.
CREATE TRIGGER item_master_amount_whole BEFORE INSERT OR UPDATE OF price, currency ON item_master
  FOR EACH ROW EXECUTE FUNCTION catalogue_price_whole('price');
CREATE TRIGGER library_machine_base_price_whole BEFORE INSERT OR UPDATE OF base_price, currency ON library_machine
  FOR EACH ROW EXECUTE FUNCTION catalogue_price_whole('base_price');

CREATE FUNCTION machine_option_price_whole() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') <> '' AND (TG_OP = 'INSERT' OR NEW.price IS DISTINCT FROM OLD.price)
    AND EXISTS (SELECT FROM library_machine m JOIN currency c ON c.code = m.currency WHERE m.id = NEW.machine_id AND c.minor_units = 0) THEN
    RAISE EXCEPTION 'the currency has no decimals' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER machine_option_price_whole BEFORE INSERT OR UPDATE OF price ON machine_option FOR EACH ROW
  WHEN (NEW.price % 1 <> 0) EXECUTE FUNCTION machine_option_price_whole();
