-- From an alarm to its remedy: what its rule says, and which notes helped before.
ALTER TABLE alarm_rule
  ADD COLUMN steps text,
  ADD COLUMN document_kind text,
  ADD COLUMN document_page int CONSTRAINT alarm_rule_document_page_positive CHECK (document_page > 0),
  ADD COLUMN part_option_id uuid REFERENCES machine_option (id),
  ADD COLUMN part text,
  ADD COLUMN remedy_for_customers boolean NOT NULL DEFAULT false;
ALTER TABLE alarm_rule ALTER COLUMN remedy_for_customers DROP DEFAULT;
CREATE INDEX alarm_rule_of_part ON alarm_rule (part_option_id);

-- Who said that a note, which is an event of an alarm, has helped.
CREATE TABLE alarm_note_mark (
  event_id bigint NOT NULL REFERENCES alarm_event (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (event_id, user_id)
);
CREATE INDEX alarm_note_mark_of_person ON alarm_note_mark (user_id);
ALTER TABLE alarm_note_mark ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON alarm_note_mark TO packhouse_staff USING (true);
CREATE POLICY of_seen_note ON alarm_note_mark TO packhouse_app USING (event_id IN (SELECT id FROM alarm_event));
GRANT SELECT, INSERT, DELETE ON alarm_note_mark TO packhouse_app;
