-- Values that people write to machines. The outcome `not_confirmed` is not stored: it is that of one which has been `sent` for too long.
CREATE TABLE machine_command (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  tag text NOT NULL,
  unit text,
  -- What the machine had reported by then.
  before jsonb,
  value jsonb NOT NULL,
  outcome text NOT NULL DEFAULT 'sent' CONSTRAINT machine_command_outcome_known CHECK (outcome IN ('sent', 'confirmed', 'failed')),
  settled_at timestamptz CONSTRAINT machine_command_settled CHECK ((outcome = 'sent') = (settled_at IS NULL))
);
CREATE INDEX machine_command_of_machine ON machine_command (machine_key, id);
CREATE INDEX machine_command_of_actor ON machine_command (actor_id);

ALTER TABLE machine_command ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON machine_command TO packhouse_staff USING (true);
CREATE POLICY of_seen_machine ON machine_command TO packhouse_app USING (machine_key IN (SELECT key FROM machine));
GRANT SELECT, INSERT ON machine_command TO packhouse_app;

-- So many of the newest of a machine are stored; the audit has all of them.
CREATE FUNCTION drop_oldest_machine_commands() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  DELETE FROM machine_command c USING (
    SELECT id FROM machine_command WHERE machine_key = NEW.machine_key ORDER BY id DESC OFFSET 1000 LIMIT 1
  ) oldest WHERE c.machine_key = NEW.machine_key AND c.id <= oldest.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER drop_oldest AFTER INSERT ON machine_command FOR EACH ROW EXECUTE FUNCTION drop_oldest_machine_commands();

-- Entries of tag maps from before may not be written.
CREATE FUNCTION pg_temp.with_writing(entries jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(
    '{"writable": false, "min": null, "max": null, "writeTopic": null, "writePayload": null}'::jsonb || entry ORDER BY place
  ), '[]') FROM jsonb_array_elements(entries) WITH ORDINALITY AS e (entry, place)
$$;
ALTER TABLE tag_map DISABLE TRIGGER USER;
UPDATE tag_map SET entries = pg_temp.with_writing(entries);
ALTER TABLE tag_map ENABLE TRIGGER USER;
UPDATE tag_map_version SET entries = pg_temp.with_writing(entries);
