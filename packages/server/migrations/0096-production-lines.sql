-- Machines that hand their packs on to each other. The rules are in decision 0114.
CREATE TABLE production_line (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  location_id uuid NOT NULL REFERENCES location (id) ON DELETE CASCADE,
  name text NOT NULL COLLATE "und-x-icu",
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE INDEX production_line_of_location ON production_line (location_id);
CALL add_stamps('production_line');
CALL protect_for_staff('production_line');
CREATE POLICY of_seen_location ON production_line FOR SELECT TO packhouse_app USING (location_id IN (SELECT id FROM location));

CREATE TABLE line_machine (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  line_id uuid NOT NULL REFERENCES production_line (id) ON DELETE CASCADE,
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  place int NOT NULL CONSTRAINT line_machine_place_bounds CHECK (place BETWEEN 1 AND 1000),
  CONSTRAINT line_machine_once UNIQUE (machine_id)
);
CREATE INDEX line_machine_of_line ON line_machine (line_id, place);
CALL add_stamps('line_machine');
CALL protect_for_staff('line_machine');
CREATE POLICY of_seen_line ON line_machine FOR SELECT TO packhouse_app
  USING (line_id IN (SELECT id FROM production_line) AND machine_id IN (SELECT id FROM machine));
