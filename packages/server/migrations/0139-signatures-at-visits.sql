-- Works with code from: 0124
-- When a signature has arrived, beside the time at which it was signed by the clock of the device; the forms of visits, each once; and what is open after an
-- acceptance test, in words. The rules are in decision 0152.
ALTER TABLE service_signature ADD COLUMN received_at timestamptz;
-- Signatures of before have none: they were signed when they arrived.
ALTER TABLE service_signature ALTER COLUMN received_at SET DEFAULT now();

CREATE TABLE visit_form (
  visit_id uuid NOT NULL REFERENCES service_visit (id) ON DELETE CASCADE,
  -- Made by the device.
  id uuid NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Whose session it came from. No reference: a form outlives the account.
  received_from uuid NOT NULL,
  PRIMARY KEY (visit_id, id)
);
CALL protect_for_staff('visit_form');
REVOKE UPDATE, DELETE ON visit_form FROM packhouse_app;

ALTER TABLE acceptance_test ADD COLUMN open_point_list text;
