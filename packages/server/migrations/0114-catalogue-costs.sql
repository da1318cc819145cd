-- Works with code from: 0103
-- A line of the catalogue has the cost of its item, whoever adds it. Who sees no costs sent none, and the line was without one for good: its margin was
-- known to nobody. The cost is that of today, in the currency of the project by the rate that it keeps or the newest; without a rate it stays unknown.
-- Copies and what is restored are given as they were.
CREATE FUNCTION take_catalogue_cost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.costs_as_given', true), '') = 'yes' THEN
    RETURN NEW;
  END IF;
  SELECT CASE WHEN item.currency = of.currency THEN today.cost ELSE round(today.cost * coalesce(
      (SELECT (kept ->> 'rate')::numeric FROM jsonb_array_elements(of.rates) kept
        WHERE kept ->> 'from' = item.currency AND kept ->> 'to' = of.currency LIMIT 1),
      (SELECT rate FROM exchange_rate r WHERE r."from" = item.currency AND r."to" = of.currency AND r.kind = 'mid' AND r.valid_on <= current_date
        ORDER BY r.valid_on DESC LIMIT 1)), 6) END
  INTO NEW.unit_cost
  FROM project of JOIN item_master item ON item.id = NEW.master_id AND item.deleted_at IS NULL
    LEFT JOIN LATERAL item_price_on(item.id, current_date) today ON true
  WHERE of.id = NEW.project_id;
  RETURN NEW;
END
$$;

DO $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY ARRAY['project_item', 'project_optional_extra'] LOOP
    EXECUTE format('CREATE TRIGGER take_catalogue_cost BEFORE INSERT ON %I FOR EACH ROW
      WHEN (NEW.master_id IS NOT NULL AND NEW.unit_cost IS NULL) EXECUTE FUNCTION take_catalogue_cost()', part);
    -- Another item has another cost.
    EXECUTE format('CREATE TRIGGER take_other_catalogue_cost BEFORE UPDATE OF master_id ON %I FOR EACH ROW
      WHEN (NEW.master_id IS NOT NULL AND NEW.master_id IS DISTINCT FROM OLD.master_id AND NEW.unit_cost IS NOT DISTINCT FROM OLD.unit_cost)
      EXECUTE FUNCTION take_catalogue_cost()', part);
  END LOOP;
END
$$;
