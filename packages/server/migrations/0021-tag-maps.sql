-- Tag maps: what values of foreign devices mean. Every version is kept; one of them at most is in use.

CREATE TABLE tag_map (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  name text NOT NULL COLLATE "und-x-icu",
  source text NOT NULL CONSTRAINT tag_map_source_known CHECK (source IN ('json', 'sparkplug', 'opcua')),
  -- The configuration of the machines it is for.
  machine_type text,
  -- The one machine it is for, whatever its configuration.
  machine_id uuid REFERENCES machine (id),
  -- MQTT topics of which one level names the machine.
  topic_filter text,
  time_address text,
  entries jsonb NOT NULL,
  version int NOT NULL DEFAULT 1,
  active_version int,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(name)) STORED
);
CREATE UNIQUE INDEX tag_map_name_taken ON tag_map (lower(name));
CREATE INDEX tag_map_of_machine ON tag_map (machine_id);
CALL add_stamps('tag_map');
CALL protect_for_staff('tag_map');

CREATE TABLE tag_map_version (
  tag_map_id uuid NOT NULL REFERENCES tag_map (id) ON DELETE CASCADE,
  version int NOT NULL,
  topic_filter text,
  time_address text,
  entries jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  PRIMARY KEY (tag_map_id, version)
);
CALL protect_for_staff('tag_map_version');
REVOKE INSERT, UPDATE, DELETE ON tag_map_version FROM packhouse_app;

ALTER TABLE tag_map ADD CONSTRAINT tag_map_active_version_kept
  FOREIGN KEY (id, active_version) REFERENCES tag_map_version (tag_map_id, version);

-- What messages are read by makes a new version; the name and the machines do not.
CREATE FUNCTION count_tag_map_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.entries, NEW.time_address, NEW.topic_filter) IS DISTINCT FROM (OLD.entries, OLD.time_address, OLD.topic_filter) THEN
    NEW.version := OLD.version + 1;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER count_version BEFORE UPDATE ON tag_map FOR EACH ROW EXECUTE FUNCTION count_tag_map_version();

-- Nobody writes versions but this.
CREATE FUNCTION keep_tag_map_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO tag_map_version (tag_map_id, version, topic_filter, time_address, entries, created_by)
  VALUES (NEW.id, NEW.version, NEW.topic_filter, NEW.time_address, NEW.entries, NEW.updated_by)
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER keep_version AFTER INSERT OR UPDATE ON tag_map FOR EACH ROW EXECUTE FUNCTION keep_tag_map_version();

-- A machine must not have two maps in use that are equally near to it.
CREATE FUNCTION forbid_second_tag_map() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF NEW.active_version IS NULL OR (NEW.machine_id IS NULL AND NEW.machine_type IS NULL) THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('tag maps in use'));
  IF EXISTS (
    SELECT FROM tag_map other
    WHERE other.id <> NEW.id AND other.active_version IS NOT NULL AND other.source = NEW.source
      AND CASE WHEN NEW.machine_id IS NULL THEN other.machine_id IS NULL AND other.machine_type = NEW.machine_type
        ELSE other.machine_id = NEW.machine_id END
  ) THEN
    RAISE EXCEPTION 'another tag map is in use there' USING ERRCODE = '23514', CONSTRAINT = 'tag_map_in_use_once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER tag_map_in_use_once BEFORE INSERT OR UPDATE OF active_version, machine_type, machine_id ON tag_map
  FOR EACH ROW EXECUTE FUNCTION forbid_second_tag_map();

ALTER TABLE machine ADD COLUMN tag_map_id uuid REFERENCES tag_map (id);
CREATE INDEX machine_of_tag_map ON machine (tag_map_id) WHERE tag_map_id IS NOT NULL;

-- Dead letters: who looks after them sees, replays and discards them. `id` stays the order in which they came.
ALTER TABLE refused_message
  ADD COLUMN letter_id uuid NOT NULL DEFAULT uuidv7() CONSTRAINT refused_message_letter_id_taken UNIQUE,
  -- Of the device that sent it; null for one of the company. A replay may do no more than the device. No foreign key: the
  -- ingest must not fail for a customer who has just gone.
  ADD COLUMN customer_id uuid,
  -- How its payload is read, so that a replay reads it likewise. What was refused before this was kept was JSON.
  ADD COLUMN encoding text NOT NULL DEFAULT 'json'
    CONSTRAINT refused_message_encoding_known CHECK (encoding IN ('json', 'record', 'raw', 'sparkplugB', 'opcua')),
  -- The machine it was for, where that is known; no foreign key, as for the customer.
  ADD COLUMN machine_key int,
  ADD COLUMN attempts int NOT NULL DEFAULT 0,
  ADD COLUMN tried_at timestamptz,
  ADD COLUMN replayed_at timestamptz;
CALL protect_for_staff('refused_message');
REVOKE INSERT, UPDATE ON refused_message FROM packhouse_app;
GRANT UPDATE (code, reason, attempts, tried_at, replayed_at) ON refused_message TO packhouse_app;

-- A broken device must not fill the disk: so many of the newest are kept, each at most as large as a packet may be.
CREATE FUNCTION dead_letter_limit() RETURNS int LANGUAGE sql IMMUTABLE RETURN 10000;

CREATE TABLE dead_letter_tally (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT dead_letter_tally_one_row CHECK (only_row),
  dropped bigint NOT NULL
);
INSERT INTO dead_letter_tally (dropped) VALUES (0);
ALTER TABLE dead_letter_tally ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON dead_letter_tally FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON dead_letter_tally TO packhouse_app;

CREATE FUNCTION drop_oldest_dead_letters() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  WITH gone AS (
    DELETE FROM refused_message WHERE id <= (SELECT max(id) FROM refused_message) - dead_letter_limit()
    RETURNING replayed_at
  ), counted AS (SELECT count(*) AS dropped FROM gone WHERE replayed_at IS NULL)
  UPDATE dead_letter_tally t SET dropped = t.dropped + counted.dropped FROM counted WHERE counted.dropped > 0;
  RETURN NULL;
END
$$;
CREATE TRIGGER drop_oldest AFTER INSERT ON refused_message FOR EACH STATEMENT EXECUTE FUNCTION drop_oldest_dead_letters();
