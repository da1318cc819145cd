-- What a machine is to make, how much of it and when. The rules are in decision 0118.
CREATE TABLE production_order (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  number text NOT NULL CONSTRAINT production_order_number_length CHECK (char_length(number) BETWEEN 1 AND 60),
  product text NOT NULL CONSTRAINT production_order_product_length CHECK (char_length(product) BETWEEN 1 AND 200),
  -- As the machine reports it. With one the order starts and ends by itself.
  recipe text CONSTRAINT production_order_recipe_length CHECK (char_length(recipe) BETWEEN 1 AND 200),
  target int NOT NULL CONSTRAINT production_order_target_range CHECK (target BETWEEN 1 AND 1000000000),
  -- Cycles per minute; null for the design speed of the machine.
  ideal_rate double precision CONSTRAINT production_order_rate_range CHECK (ideal_rate > 0 AND ideal_rate <= 100000),
  planned_from timestamptz NOT NULL,
  planned_to timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  CONSTRAINT production_order_plan_length CHECK (planned_from < planned_to AND planned_to <= planned_from + interval '31 days'),
  CONSTRAINT production_order_goes_forward CHECK (ended_at IS NULL OR started_at <= ended_at),
  CONSTRAINT production_order_plans_overlap EXCLUDE USING gist (
    int4range(machine_key, machine_key, '[]') WITH =, tstzrange(planned_from, planned_to) WITH &&) WHERE (ended_at IS NULL),
  CONSTRAINT production_order_runs_overlap EXCLUDE USING gist (
    int4range(machine_key, machine_key, '[]') WITH =, tstzrange(started_at, ended_at) WITH &&) WHERE (started_at IS NOT NULL)
);
CREATE INDEX production_order_ended ON production_order (machine_key, ended_at DESC);
CREATE INDEX production_order_by_recipe ON production_order (planned_from) WHERE recipe IS NOT NULL AND ended_at IS NULL;
CALL add_stamps('production_order');
CALL protect_for_staff('production_order');
CREATE POLICY of_seen_machine ON production_order TO packhouse_app
  USING (machine_key IN (SELECT key FROM machine)) WITH CHECK (machine_key IN (SELECT key FROM machine));
