-- The newest values of a machine go with it and keep nobody from retiring it.
ALTER TABLE latest
  DROP CONSTRAINT latest_machine_key_fkey,
  ADD CONSTRAINT latest_machine_key_fkey FOREIGN KEY (machine_key) REFERENCES machine (key) ON DELETE CASCADE;
