-- Works with code from: 0103
-- What machines of a model did, beside each other and as medians without a name. The rules are in decision 0121.

-- Figures of one machine over the last 7, 30 or 90 whole days (UTC). Null: not measured.
CREATE TABLE benchmark_machine (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  days int NOT NULL CONSTRAINT benchmark_machine_days_known CHECK (days IN (7, 30, 90)),
  -- In lower case, as models are compared.
  model text NOT NULL,
  known_hours double precision NOT NULL,
  speed_hours double precision NOT NULL,
  cycles bigint NOT NULL,
  utilization double precision,
  availability double precision,
  speed double precision,
  reject_rate double precision,
  running_hours double precision,
  -- What it ran most: [{"recipe": "...", "share": 0.5, "speed": 30}].
  recipes jsonb NOT NULL,
  PRIMARY KEY (machine_key, days)
);
ALTER TABLE benchmark_machine ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON benchmark_machine FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_seen_machine ON benchmark_machine FOR SELECT TO packhouse_app USING (machine_key IN (SELECT key FROM machine));
GRANT SELECT ON benchmark_machine TO packhouse_app;
CALL hold_to_sharing('benchmark_machine');

-- For each customer that shares a machine of the model: what the machines of others that are shared do.
CREATE TABLE benchmark_median (
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  model text NOT NULL,
  days int NOT NULL CONSTRAINT benchmark_median_days_known CHECK (days IN (7, 30, 90)),
  figure text NOT NULL CONSTRAINT benchmark_median_figure_known
    CHECK (figure IN ('utilization', 'availability', 'speed', 'rejectRate', 'runningHours')),
  median double precision NOT NULL,
  -- A quarter of the machines is below, and one is above.
  lower double precision,
  upper double precision,
  -- At least so many machines and hours, as bands.
  machines_from int NOT NULL CONSTRAINT benchmark_median_machines_known CHECK (machines_from IN (5, 10, 25, 50, 100)),
  hours_from int NOT NULL CONSTRAINT benchmark_median_hours_known CHECK (hours_from IN (100, 250, 500, 1000, 2500, 5000, 10000)),
  PRIMARY KEY (customer_id, model, days, figure),
  CONSTRAINT benchmark_median_quartiles_both_or_neither CHECK ((lower IS NULL) = (upper IS NULL)),
  -- A quartile of few machines is one of them.
  CONSTRAINT benchmark_median_quartiles_of_many CHECK (lower IS NULL OR machines_from >= 10)
);
ALTER TABLE benchmark_median ENABLE ROW LEVEL SECURITY;
GRANT SELECT ON benchmark_median TO packhouse_app;

-- When it was worked out last, and the last day that counts.
CREATE TABLE benchmark_snapshot (
  only_one boolean PRIMARY KEY DEFAULT true CONSTRAINT benchmark_snapshot_only_one CHECK (only_one),
  through date NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE benchmark_snapshot ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_everybody ON benchmark_snapshot FOR SELECT TO packhouse_app USING (true);
GRANT SELECT ON benchmark_snapshot TO packhouse_app;

-- Machines that take part now: an agreement counts while its customer has the machine.
CREATE VIEW benchmark_agreed AS
  SELECT m.key AS machine_key, m.customer_id, lower(m.configuration_id) AS model
  FROM machine m JOIN machine_sharing s ON s.machine_key = m.key
  WHERE m.deleted_at IS NULL AND m.configuration_id IS NOT NULL
    AND s.benchmark_customer_id = m.customer_id AND coalesce(s.benchmark_until > now(), true);

-- Whoever shares no machine of the model any more reads nothing of it from that moment on.
CREATE FUNCTION benchmark_models(customer uuid) RETURNS text[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN ARRAY(SELECT DISTINCT model FROM benchmark_agreed WHERE customer_id = customer);
REVOKE EXECUTE ON FUNCTION benchmark_models FROM PUBLIC;
GRANT EXECUTE ON FUNCTION benchmark_models TO packhouse_app;
CREATE POLICY of_own_customer_that_shares ON benchmark_median FOR SELECT TO packhouse_app
  USING (customer_id = (SELECT scope_customer()) AND model = ANY ((SELECT benchmark_models(scope_customer()))::text[]));

-- What is published is rounded: shares to a hundredth, rejects to a thousandth, everything else to two digits.
CREATE FUNCTION benchmark_rounded(figure text, value double precision) RETURNS double precision LANGUAGE sql IMMUTABLE
  RETURN CASE
    WHEN figure = 'rejectRate' THEN round(value::numeric, 3)
    WHEN figure IN ('utilization', 'availability') THEN round(value::numeric, 2)
    WHEN value <= 0 THEN 0
    ELSE round(value::numeric, 1 - floor(log(value))::int)
  END;

-- Works the medians out of what is in benchmark_machine. Customers of one concern count as one: they know each other's figures.
CREATE FUNCTION publish_benchmark() RETURNS void LANGUAGE sql SET search_path = public
BEGIN ATOMIC
  DELETE FROM benchmark_median;
  INSERT INTO benchmark_median (customer_id, model, days, figure, median, lower, upper, machines_from, hours_from)
  WITH RECURSIVE concern AS (
    SELECT id AS customer_id, id AS head FROM customer WHERE parent_id IS NULL
    UNION ALL SELECT c.id, concern.head FROM customer c JOIN concern ON c.parent_id = concern.customer_id
  ), agreed AS (
    SELECT a.machine_key, a.customer_id, a.model, concern.head FROM benchmark_agreed a JOIN concern USING (customer_id)
  ), measured AS (
    SELECT a.head, b.model, b.days, f.figure, f.value, b.known_hours AS hours,
      count(*) OVER (PARTITION BY a.head, b.model, b.days, f.figure) AS of_head
    FROM agreed a JOIN benchmark_machine b ON b.machine_key = a.machine_key AND b.model = a.model
      CROSS JOIN LATERAL (VALUES
        ('utilization', b.utilization, true),
        ('availability', b.availability, true),
        ('speed', b.speed, b.speed_hours >= b.days),
        ('rejectRate', b.reject_rate, b.cycles >= 1000),
        ('runningHours', b.running_hours, true)
      ) AS f (figure, value, is_enough)
    WHERE f.value IS NOT NULL AND f.is_enough AND b.known_hours >= 3 * b.days
  ), summed AS (
    SELECT reader.customer_id, o.model, o.days, o.figure, count(*) AS machines, sum(o.hours) AS hours,
      percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY o.value) AS quartiles
    FROM (SELECT DISTINCT customer_id, head, model FROM agreed) reader
      JOIN measured o ON o.model = reader.model AND o.head <> reader.head
    GROUP BY reader.customer_id, o.model, o.days, o.figure
    -- At least five machines of three customers, none of whom has more than half of them.
    HAVING count(*) >= 5 AND count(DISTINCT o.head) >= 3 AND 2 * max(o.of_head) <= count(*)
  )
  SELECT customer_id, model, days, figure, benchmark_rounded(figure, quartiles[2]),
    CASE WHEN machines >= 10 THEN benchmark_rounded(figure, quartiles[1]) END,
    CASE WHEN machines >= 10 THEN benchmark_rounded(figure, quartiles[3]) END,
    CASE WHEN machines >= 100 THEN 100 WHEN machines >= 50 THEN 50 WHEN machines >= 25 THEN 25 WHEN machines >= 10 THEN 10 ELSE 5 END,
    CASE WHEN hours >= 10000 THEN 10000 WHEN hours >= 5000 THEN 5000 WHEN hours >= 2500 THEN 2500 WHEN hours >= 1000 THEN 1000
      WHEN hours >= 500 THEN 500 WHEN hours >= 250 THEN 250 ELSE 100 END
  FROM summed;
END;
REVOKE EXECUTE ON FUNCTION publish_benchmark FROM PUBLIC;

-- Whether data sheets of its machines go with a quote (Regulation (EU) 2023/2854, Article 3(2)).
ALTER TABLE project ADD COLUMN data_sheet boolean NOT NULL DEFAULT true;
