-- Works with code from: 0103
-- Machines that customers have ordered, from the order to the machine that reports. The rules are in decision 0119.
CREATE TABLE ordered_machine (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  number text NOT NULL COLLATE "und-x-icu",
  description text NOT NULL COLLATE "und-x-icu",
  customer_id uuid NOT NULL REFERENCES customer (id),
  location_id uuid REFERENCES location (id),
  model text NOT NULL COLLATE "und-x-icu",
  options text[] NOT NULL DEFAULT '{}',
  planned_machine_id text CONSTRAINT ordered_machine_planned_id_form CHECK (planned_machine_id ~ '^[A-Za-z0-9][A-Za-z0-9._-]*$'),
  serial text,
  factory_test_planned date,
  factory_test_done date,
  delivery_planned date,
  delivery_done date,
  installation_planned date,
  installation_done date,
  site_test_planned date,
  site_test_done date,
  training_planned date,
  training_done date,
  project_id uuid REFERENCES project (id) ON DELETE SET NULL,
  project_item_id uuid REFERENCES project_item (id) ON DELETE SET NULL,
  -- Of the quote that was accepted.
  version int,
  -- Which of the machines of its line it is, from 1 on.
  place int,
  machine_id uuid REFERENCES machine (id) ON DELETE SET NULL,
  claimed_at timestamptz,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(number || ' ' || description || ' ' || model || ' ' || coalesce(serial, '')
    || ' ' || coalesce(planned_machine_id, ''))) STORED,
  -- Whoever enters the machines of a quote a second time enters none.
  CONSTRAINT ordered_machine_once EXCLUDE USING btree (project_item_id WITH =, place WITH =),
  CONSTRAINT ordered_machine_of_machine EXCLUDE USING btree (machine_id WITH =)
);
CREATE UNIQUE INDEX ordered_machine_number_taken ON ordered_machine (lower(number)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX ordered_machine_planned_id_taken ON ordered_machine (planned_machine_id) WHERE deleted_at IS NULL;
CREATE INDEX ordered_machine_of_customer ON ordered_machine (customer_id);
CREATE INDEX ordered_machine_of_location ON ordered_machine (location_id);
CREATE INDEX ordered_machine_of_project ON ordered_machine (project_id);
CALL add_stamps('ordered_machine');
CALL protect_for_staff('ordered_machine');
CREATE POLICY of_own_customer ON ordered_machine FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));

CREATE FUNCTION ordered_machine_location_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.location_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM location WHERE id = NEW.location_id AND customer_id = NEW.customer_id
  ) THEN
    RAISE EXCEPTION 'the location belongs to somebody else'
      USING ERRCODE = '23514', CONSTRAINT = 'ordered_machine_location_of_customer';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER ordered_machine_location_of_customer BEFORE INSERT OR UPDATE OF location_id, customer_id ON ordered_machine
  FOR EACH ROW EXECUTE FUNCTION ordered_machine_location_of_customer();

-- The label by which an ordered machine is claimed. A new one takes the place of the one before.
CREATE TABLE ordered_machine_label (
  ordered_machine_id uuid PRIMARY KEY REFERENCES ordered_machine (id) ON DELETE CASCADE,
  -- Nothing else of the secret is stored.
  token_hash bytea NOT NULL CONSTRAINT ordered_machine_label_token_taken UNIQUE CHECK (octet_length(token_hash) = 32),
  tries int NOT NULL DEFAULT 0,
  made_at timestamptz NOT NULL DEFAULT now()
);
CALL protect_for_staff('ordered_machine_label');
