-- Service that somebody has asked for. Customers ask and follow; staff plan and answer.
CREATE TABLE service_request (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  machine_id uuid NOT NULL REFERENCES machine (id) ON DELETE CASCADE,
  subject text NOT NULL COLLATE "und-x-icu",
  details text,
  urgency text NOT NULL CONSTRAINT service_request_urgency_known CHECK (urgency IN ('standing', 'soon', 'whenConvenient')),
  phone text,
  status text NOT NULL CONSTRAINT service_request_status_known CHECK (status IN ('open', 'planned', 'done', 'declined')),
  planned_on date,
  engineer_id uuid REFERENCES user_account (id) ON DELETE SET NULL,
  answer text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(subject)) STORED
);
CREATE INDEX service_request_of_machine ON service_request (machine_id);
CREATE INDEX service_request_of_engineer ON service_request (engineer_id);
CALL add_stamps('service_request');
CALL protect_for_staff('service_request');
CREATE POLICY of_seen_machine ON service_request FOR SELECT TO packhouse_app USING (machine_id IN (SELECT id FROM machine));
CREATE POLICY by_customer ON service_request FOR INSERT TO packhouse_app
  WITH CHECK (status = 'open' AND planned_on IS NULL AND engineer_id IS NULL AND answer IS NULL AND machine_id IN (SELECT id FROM machine));
