-- Works with code from: 0103
-- A line with a machine of the library costs what the machine and its chosen options cost today, in the currency of the project, whoever adds it. It is
-- unknown where a part of it is: the cost of the machine, of an option that has a price, or of one that the machine no longer has.
CREATE FUNCTION take_configured_cost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF coalesce(current_setting('packhouse.costs_as_given', true), '') = 'yes' THEN
    RETURN NEW;
  END IF;
  SELECT CASE WHEN machine.currency = of.currency THEN machine.base_cost + options.cost ELSE round((machine.base_cost + options.cost) * coalesce(
      (SELECT (kept ->> 'rate')::numeric FROM jsonb_array_elements(of.rates) kept
        WHERE kept ->> 'from' = machine.currency AND kept ->> 'to' = of.currency LIMIT 1),
      (SELECT rate FROM exchange_rate r WHERE r."from" = machine.currency AND r."to" = of.currency AND r.kind = 'mid' AND r.valid_on <= current_date
        ORDER BY r.valid_on DESC LIMIT 1)), 6) END
  INTO NEW.unit_cost
  FROM project of JOIN library_machine machine ON machine.id = NEW.library_machine_id AND machine.deleted_at IS NULL
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bool_or(option.id IS NULL OR option.cost IS NULL AND option.price IS NOT NULL) THEN NULL ELSE coalesce(sum(option.cost), 0) END AS cost
      FROM jsonb_array_elements(NEW.configuration) chosen
        LEFT JOIN machine_option option ON option.id = (chosen ->> 'optionId')::uuid AND option.machine_id = machine.id
    ) options
  WHERE of.id = NEW.project_id;
  RETURN NEW;
END
$$;

CREATE TRIGGER take_configured_cost BEFORE INSERT ON project_item FOR EACH ROW
  WHEN (NEW.library_machine_id IS NOT NULL AND NEW.master_id IS NULL AND NEW.unit_cost IS NULL) EXECUTE FUNCTION take_configured_cost();
-- What is configured otherwise has another cost.
CREATE TRIGGER take_other_configured_cost BEFORE UPDATE OF library_machine_id, configuration ON project_item FOR EACH ROW
  WHEN (NEW.library_machine_id IS NOT NULL AND NEW.master_id IS NULL AND NEW.unit_cost IS NOT DISTINCT FROM OLD.unit_cost
    AND (NEW.library_machine_id, NEW.configuration) IS DISTINCT FROM (OLD.library_machine_id, OLD.configuration))
  EXECUTE FUNCTION take_configured_cost();
