-- What was promised of a machine, and what acceptance tests showed. The rules are in decision 0111.
CREATE TABLE promise (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  name text NOT NULL COLLATE "und-x-icu",
  kind text NOT NULL CONSTRAINT promise_kind_known CHECK (kind IN ('speed', 'availability', 'rejectRate', 'other')),
  direction text NOT NULL CONSTRAINT promise_direction_known CHECK (direction IN ('atLeast', 'atMost')),
  figure double precision NOT NULL CONSTRAINT promise_figure_bounds CHECK (figure BETWEEN 0 AND 1000000000),
  unit text NOT NULL COLLATE "und-x-icu",
  style_id uuid REFERENCES packaging_style (id),
  conditions text,
  source text NOT NULL CONSTRAINT promise_source_known
    CHECK (source IN ('quote', 'acceptanceCriteria', 'serviceContract', 'declaration')),
  reference text COLLATE "und-x-icu",
  promised_on date,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name || ' ' || coalesce(reference, ''))) STORED
);
CREATE INDEX promise_of_machine ON promise (machine_id);
CREATE INDEX promise_of_style ON promise (style_id);
CALL add_stamps('promise');
CALL protect_for_staff('promise');
CREATE POLICY of_seen_machine ON promise FOR SELECT TO packhouse_app USING (machine_id IN (SELECT id FROM machine));

CREATE TABLE acceptance_test (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT acceptance_test_kind_known CHECK (kind IN ('factory', 'site')),
  tested_on date NOT NULL,
  hours double precision CONSTRAINT acceptance_test_hours_bounds CHECK (hours BETWEEN 0 AND 10000),
  product text NOT NULL COLLATE "und-x-icu",
  witness text COLLATE "und-x-icu",
  accepted boolean NOT NULL,
  open_points int NOT NULL CONSTRAINT acceptance_test_open_points_bounds CHECK (open_points BETWEEN 0 AND 10000),
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(product || ' ' || coalesce(witness, ''))) STORED
);
CREATE INDEX acceptance_test_of_machine ON acceptance_test (machine_id, tested_on DESC);
CALL add_stamps('acceptance_test');
CALL protect_for_staff('acceptance_test');
CREATE POLICY of_seen_machine ON acceptance_test FOR SELECT TO packhouse_app USING (machine_id IN (SELECT id FROM machine));

CREATE TABLE acceptance_result (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  acceptance_test_id uuid NOT NULL REFERENCES acceptance_test (id) ON DELETE CASCADE,
  promise_id uuid NOT NULL REFERENCES promise (id) ON DELETE CASCADE,
  value double precision NOT NULL CONSTRAINT acceptance_result_value_bounds CHECK (value BETWEEN 0 AND 1000000000),
  note text,
  CONSTRAINT acceptance_result_once UNIQUE (acceptance_test_id, promise_id)
);
CREATE INDEX acceptance_result_of_promise ON acceptance_result (promise_id);
CALL add_stamps('acceptance_result');
CALL protect_for_staff('acceptance_result');
CREATE POLICY of_seen_test ON acceptance_result FOR SELECT TO packhouse_app
  USING (acceptance_test_id IN (SELECT id FROM acceptance_test));

CREATE FUNCTION acceptance_result_of_machine() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM promise p JOIN acceptance_test a ON a.machine_id = p.machine_id
    WHERE p.id = NEW.promise_id AND a.id = NEW.acceptance_test_id
  ) THEN
    RAISE EXCEPTION 'the promise is of another machine'
      USING ERRCODE = '23514', CONSTRAINT = 'acceptance_result_of_machine';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER acceptance_result_of_machine BEFORE INSERT OR UPDATE OF promise_id, acceptance_test_id ON acceptance_result
  FOR EACH ROW EXECUTE FUNCTION acceptance_result_of_machine();
