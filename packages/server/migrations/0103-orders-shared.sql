-- Orders of machines and mails about shifts are held to what customers share. The rules are in decision 0117.
CALL hold_to_sharing('production_order');

-- A mail about a shift has figures of all machines of a site. No foreign key, so that a mail outlives its site.
ALTER TABLE mail ADD COLUMN location_id uuid;
CREATE POLICY shared_site_with_reader ON mail AS RESTRICTIVE FOR SELECT TO packhouse_app
  USING (location_id IS NULL OR NOT EXISTS (
    SELECT FROM machine m WHERE m.location_id = mail.location_id AND m.key = ANY ((SELECT unshared_machines())::int[])));
