-- When production is planned at a site. The rules are in decision 0112.
CREATE TABLE shift (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  location_id uuid NOT NULL REFERENCES location (id) ON DELETE CASCADE,
  name text NOT NULL COLLATE "und-x-icu",
  starts_at text NOT NULL CONSTRAINT shift_starts_at_time CHECK (starts_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ends_at text NOT NULL CONSTRAINT shift_ends_at_time CHECK (ends_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  break_from text CONSTRAINT shift_break_from_time CHECK (break_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  break_to text CONSTRAINT shift_break_to_time CHECK (break_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  monday boolean NOT NULL,
  tuesday boolean NOT NULL,
  wednesday boolean NOT NULL,
  thursday boolean NOT NULL,
  friday boolean NOT NULL,
  saturday boolean NOT NULL,
  sunday boolean NOT NULL,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  CONSTRAINT shift_break_has_both_ends CHECK ((break_from IS NULL) = (break_to IS NULL))
);
CREATE INDEX shift_of_location ON shift (location_id);
CALL add_stamps('shift');
CALL protect_for_staff('shift');
CREATE POLICY of_seen_location ON shift FOR SELECT TO packhouse_app USING (location_id IN (SELECT id FROM location));

CREATE TABLE non_working_day (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  location_id uuid NOT NULL REFERENCES location (id) ON DELETE CASCADE,
  day date NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED,
  CONSTRAINT non_working_day_once UNIQUE (location_id, day)
);
CALL add_stamps('non_working_day');
CALL protect_for_staff('non_working_day');
CREATE POLICY of_seen_location ON non_working_day FOR SELECT TO packhouse_app USING (location_id IN (SELECT id FROM location));
