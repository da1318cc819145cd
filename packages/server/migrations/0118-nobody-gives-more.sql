-- Works with code from: 0103
-- Roles in projects give no more than whoever gives them has, and quotes take what their tax category and currency allow.

-- Of what a role type gives, that which the person of this transaction lacks: the sight of costs, and approvals in the name of that role. What somebody
-- has in a project, by a permission or by a role of their own there, they may give there.
CREATE FUNCTION lacking_for_role(project uuid, role_type uuid) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  BEGIN ATOMIC
    SELECT string_agg(wanted, ', ' ORDER BY wanted) FROM (
      SELECT 'cost.read' AS wanted FROM project_role_type t WHERE t.id = role_type AND t.sees_cost AND NOT may_see_cost(project)
      UNION ALL
      SELECT 'project.approve' FROM project_role_type t WHERE t.id = role_type AND t.can_approve
        AND NOT EXISTS (SELECT FROM permission_source s
          WHERE s.user_id = nullif(current_setting('packhouse.user', true), '')::uuid AND s.permission = 'project.approve')
        AND NOT EXISTS (SELECT FROM project_role r
          WHERE r.project_id = project AND r.type_id = role_type AND r.user_id = nullif(current_setting('packhouse.user', true), '')::uuid)
    ) lacking;
  END;

-- Copies take the roles of what they are made of, as `copyParts` chooses them.
CREATE FUNCTION forbid_role_of_more_than_own() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  missing text;
BEGIN
  IF coalesce(current_setting('packhouse.user', true), '') = '' OR coalesce(current_setting('packhouse.costs_as_given', true), '') = 'yes' THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' AND (NEW.project_id, NEW.user_id, NEW.type_id) IS NOT DISTINCT FROM (OLD.project_id, OLD.user_id, OLD.type_id) THEN
    RETURN NEW;
  END IF;
  missing := lacking_for_role(NEW.project_id, NEW.type_id);
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only give what you may do yourself; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE INSERT OR UPDATE ON project_role
  FOR EACH ROW EXECUTE FUNCTION forbid_role_of_more_than_own();

-- A role type gives what it says to everybody who has it, in every project.
CREATE FUNCTION forbid_role_type_of_more_than_own() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  giver uuid := nullif(current_setting('packhouse.user', true), '')::uuid;
  missing text;
BEGIN
  IF giver IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT string_agg(wanted, ', ' ORDER BY wanted) INTO missing FROM (VALUES
    ('cost.read', NEW.sees_cost AND (TG_OP = 'INSERT' OR NOT OLD.sees_cost) AND NOT may_see_cost(NULL)),
    ('project.approve', NEW.can_approve AND (TG_OP = 'INSERT' OR NOT OLD.can_approve) AND NOT EXISTS (
      SELECT FROM permission_source s WHERE s.user_id = giver AND s.permission = 'project.approve'))
  ) AS given (wanted, lacks) WHERE lacks;
  IF missing IS NOT NULL THEN
    RAISE EXCEPTION 'You can only give what you may do yourself; you lack: %.', missing
      USING ERRCODE = '42501', CONSTRAINT = 'more_than_own';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER more_than_own BEFORE INSERT OR UPDATE ON project_role_type
  FOR EACH ROW EXECUTE FUNCTION forbid_role_type_of_more_than_own();

-- Whether whoever made a version saw all costs. Null in versions of before, and in those that the product itself makes.
ALTER TABLE resource_version ADD COLUMN saw_costs boolean;
ALTER TABLE resource_version ALTER COLUMN saw_costs SET DEFAULT
  CASE WHEN coalesce(current_setting('packhouse.user', true), '') <> '' THEN coalesce(current_setting('packhouse.costs', true), '') = 'all' END;

-- What people enter has to be possible. Copies and what is restored come as they were, and are asked when they are submitted.
CREATE FUNCTION is_entered() RETURNS boolean LANGUAGE sql STABLE
  RETURN coalesce(current_setting('packhouse.user', true), '') <> '' AND coalesce(current_setting('packhouse.costs_as_given', true), '') <> 'yes';

-- The triggers have the names of the rules.
CREATE FUNCTION project_terms_possible() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  is_wrong boolean;
BEGIN
  IF NOT is_entered() THEN
    RETURN NEW;
  END IF;
  is_wrong := CASE TG_NAME
    -- EN 16931: BR-Z-5, BR-E-5, BR-AE-5, BR-IC-5, BR-G-5.
    WHEN 'project_tax_of_category' THEN NEW.tax_category <> 'standard' AND NEW.tax_percent <> 0
      AND (TG_OP = 'INSERT' OR (NEW.tax_category, NEW.tax_percent) IS DISTINCT FROM (OLD.tax_category, OLD.tax_percent))
    WHEN 'project_cash_step' THEN NEW.rounds_to_cash AND (TG_OP = 'INSERT' OR NOT OLD.rounds_to_cash)
      AND NOT EXISTS (SELECT FROM currency WHERE code = NEW.currency AND rounding > 0)
    WHEN 'project_discount_whole' THEN NEW.discount_kind = 'amount' AND NEW.discount_value % 1 <> 0
      AND (TG_OP = 'INSERT' OR (NEW.discount_kind, NEW.discount_value) IS DISTINCT FROM (OLD.discount_kind, OLD.discount_value))
      AND EXISTS (SELECT FROM currency WHERE code = NEW.currency AND minor_units = 0)
    WHEN 'project_valid_until_past' THEN NEW.valid_until IS NOT NULL
      AND (TG_OP = 'INSERT' OR NEW.valid_until IS DISTINCT FROM OLD.valid_until)
      AND NEW.valid_until < project_today(NEW.location_id, NEW.customer_id)
    WHEN 'project_owner_of_staff' THEN (TG_OP = 'INSERT' OR NEW.owner_id <> OLD.owner_id)
      AND EXISTS (SELECT FROM user_account WHERE id = NEW.owner_id AND customer_id IS NOT NULL)
  END;
  IF is_wrong THEN
    RAISE EXCEPTION 'this cannot be of a project' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER project_tax_of_category BEFORE INSERT OR UPDATE OF tax_category, tax_percent ON project FOR EACH ROW EXECUTE FUNCTION project_terms_possible();
CREATE TRIGGER project_cash_step BEFORE INSERT OR UPDATE OF rounds_to_cash ON project FOR EACH ROW EXECUTE FUNCTION project_terms_possible();
CREATE TRIGGER project_discount_whole BEFORE INSERT OR UPDATE OF discount_kind, discount_value ON project FOR EACH ROW EXECUTE FUNCTION project_terms_possible();
CREATE TRIGGER project_valid_until_past BEFORE INSERT OR UPDATE OF valid_until ON project FOR EACH ROW EXECUTE FUNCTION project_terms_possible();
CREATE TRIGGER project_owner_of_staff BEFORE INSERT OR UPDATE OF owner_id ON project FOR EACH ROW EXECUTE FUNCTION project_terms_possible();

-- A price in a currency without decimals has none: it would be rounded without a word.
CREATE FUNCTION project_price_whole() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF is_entered()
    AND (TG_OP = 'INSERT' OR (to_jsonb(NEW) -> TG_ARGV[0]) IS DISTINCT FROM (to_jsonb(OLD) -> TG_ARGV[0]))
    AND EXISTS (SELECT FROM project p JOIN currency c ON c.code = p.currency WHERE p.id = NEW.project_id AND c.minor_units = 0) THEN
    RAISE EXCEPTION 'the currency has no decimals' USING ERRCODE = '23514', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END
$$;
DO $$
DECLARE
  part text;
  price text;
BEGIN
  FOR part, price IN VALUES ('project_item', 'unit_price'), ('project_optional_extra', 'unit_price'), ('project_delivery', 'price'),
    ('project_commissioning', 'day_rate'), ('project_commissioning', 'travel'), ('project_commissioning', 'accommodation') LOOP
    EXECUTE format('CREATE TRIGGER %1$s BEFORE INSERT OR UPDATE OF %2$I ON %3$I FOR EACH ROW WHEN (NEW.%2$I %% 1 <> 0)
      EXECUTE FUNCTION project_price_whole(%2$L)', part || '_' || price || '_whole', price, part);
  END LOOP;
END
$$;

-- Projects that are still worked on charge what their category charges. What was sent stays as it was sent.
UPDATE project SET tax_percent = 0, tax = 0,
    total = CASE WHEN rounds_to_cash AND c.rounding > 0 THEN round(net / c.rounding) * c.rounding ELSE net END
  FROM currency c WHERE c.code = project.currency AND tax_category <> 'standard' AND tax_percent <> 0 AND project.status IN ('draft', 'review');

UPDATE currency SET rounding = 0.05 WHERE code = 'CHF' AND rounding IS NULL;
