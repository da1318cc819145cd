-- What the lines of a project add up to, kept with every change of them: a saved cell of a project of 2,000 lines reads one row and not 2,000.
-- The rules of a line are those of the pricing function of the contract, which makes totals of these sums.

CREATE FUNCTION sold_net(quantity numeric, price numeric, discount_percent numeric, decimals int) RETURNS numeric LANGUAGE sql IMMUTABLE
  RETURN round(quantity * price, decimals) - round(round(quantity * price, decimals) * discount_percent * 0.01, decimals);
-- Travel and accommodation cost what they are sold for.
CREATE FUNCTION work_price(days numeric, engineers int, rate numeric, travel numeric, accommodation numeric, decimals int) RETURNS numeric
  LANGUAGE sql IMMUTABLE
  RETURN round(days * engineers * rate, decimals) + round(travel, decimals) + round(accommodation, decimals);

-- A table of its own: these numbers are worked with and never answered, and no trigger of projects has to know of them.
CREATE TABLE project_sum (
  project_id uuid PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
  net numeric NOT NULL DEFAULT 0,
  -- Of what counts and has a known cost.
  cost numeric NOT NULL DEFAULT 0,
  -- Of what counts.
  missing_costs int NOT NULL DEFAULT 0,
  -- Items, alternatives too.
  lines int NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CALL protect_for_staff('project_sum');

CREATE FUNCTION begin_project_sum() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO project_sum (project_id) VALUES (NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER begin_project_sum AFTER INSERT ON project FOR EACH ROW EXECUTE FUNCTION begin_project_sum();

-- What each row of a part of a project adds, of any relation with the columns of that part.
CREATE FUNCTION sums_of_part(part text, rows_of text, sign int) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  net text;
  cost text;
  counts text := 'true';
BEGIN
  CASE part
    WHEN 'project_item', 'project_optional_extra' THEN
      net := 'sold_net(quantity, unit_price, discount_percent, decimals)';
      cost := 'round(quantity * unit_cost, decimals)';
      counts := CASE part WHEN 'project_item' THEN 'alternative_to_id IS NULL' ELSE 'selected' END;
    WHEN 'project_delivery' THEN
      net := 'round(price, decimals)';
      cost := 'round(part.cost, decimals)';
    WHEN 'project_commissioning' THEN
      net := 'work_price(days, engineers, day_rate, travel, accommodation, decimals)';
      cost := 'work_price(days, engineers, day_cost, travel, accommodation, decimals)';
  END CASE;
  RETURN format('SELECT project_id, %1$s * CASE WHEN %2$s THEN %3$s ELSE 0 END AS net, %1$s * CASE WHEN %2$s THEN coalesce(%4$s, 0) ELSE 0 END AS cost,
      %1$s * CASE WHEN %2$s AND %4$s IS NULL THEN 1 ELSE 0 END AS missing_costs, %1$s * %5$s AS lines
    FROM %6$s part JOIN (SELECT p.id, coalesce(c.minor_units, 2)::int AS decimals FROM project p LEFT JOIN currency c ON c.code = p.currency) of
      ON of.id = project_id', sign, counts, net, cost, CASE part WHEN 'project_item' THEN 1 ELSE 0 END, rows_of);
END
$$;

DO $$
DECLARE
  part text;
  every text[];
  change record;
BEGIN
  FOREACH part IN ARRAY ARRAY['project_item', 'project_optional_extra', 'project_delivery', 'project_commissioning'] LOOP
    every := every || sums_of_part(part, part, 1);
    FOR change IN SELECT * FROM (VALUES
      ('insert', 'NEW TABLE AS new_rows', ARRAY[sums_of_part(part, 'new_rows', 1)]),
      ('update', 'OLD TABLE AS old_rows NEW TABLE AS new_rows', ARRAY[sums_of_part(part, 'old_rows', -1), sums_of_part(part, 'new_rows', 1)]),
      ('delete', 'OLD TABLE AS old_rows', ARRAY[sums_of_part(part, 'old_rows', -1)])) AS one (event, tables, selects)
    LOOP
      EXECUTE format('CREATE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $body$
        BEGIN
          UPDATE project_sum kept SET net = kept.net + changed.net, cost = kept.cost + changed.cost,
            missing_costs = kept.missing_costs + changed.missing_costs, lines = kept.lines + changed.lines
          FROM (SELECT project_id, sum(net) AS net, sum(cost) AS cost, sum(missing_costs)::int AS missing_costs, sum(lines)::int AS lines
            FROM (%2$s) added GROUP BY project_id) changed
          WHERE kept.project_id = changed.project_id AND (changed.net, changed.cost, changed.missing_costs, changed.lines) <> (0, 0, 0, 0);
          RETURN NULL;
        END $body$', format('sum_%s_%s', part, change.event), array_to_string(change.selects, ' UNION ALL '));
      EXECUTE format('CREATE TRIGGER keep_sums_%1$s AFTER %1$s ON %2$I REFERENCING %3$s FOR EACH STATEMENT EXECUTE FUNCTION %4$I()',
        change.event, part, change.tables, format('sum_%s_%s', part, change.event));
    END LOOP;
  END LOOP;
  EXECUTE format('CREATE VIEW counted_project_sum WITH (security_invoker = true) AS
    SELECT project_id, sum(net) AS net, sum(cost) AS cost, sum(missing_costs)::int AS missing_costs, sum(lines)::int AS lines
    FROM (%s) added GROUP BY project_id', array_to_string(every, ' UNION ALL '));
END
$$;

-- The same from all rows: for those there are, and where a currency gets other decimals.
CREATE FUNCTION recount_project_sums(of_currency text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public
BEGIN ATOMIC
  UPDATE project_sum kept SET net = counted.net, cost = counted.cost, missing_costs = counted.missing_costs, lines = counted.lines
  FROM counted_project_sum counted JOIN project ON project.id = counted.project_id
  WHERE kept.project_id = counted.project_id AND project.currency = of_currency;
END;
INSERT INTO project_sum (project_id) SELECT id FROM project;
SELECT recount_project_sums(code) FROM currency;

CREATE FUNCTION recount_projects_of_currency() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM recount_project_sums(NEW.code);
  RETURN NULL;
END
$$;
CREATE TRIGGER recount_projects AFTER UPDATE OF minor_units ON currency FOR EACH ROW
  WHEN (OLD.minor_units <> NEW.minor_units) EXECUTE FUNCTION recount_projects_of_currency();
