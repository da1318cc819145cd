-- Works with code from: 0103
-- What devices have entered of acceptance tests, each once, and who signed it there. The rules are in decision 0124.
CREATE TABLE acceptance_entry (
  -- Made by the device.
  id uuid PRIMARY KEY,
  acceptance_test_id uuid NOT NULL CONSTRAINT acceptance_entry_of_test UNIQUE REFERENCES acceptance_test (id) ON DELETE CASCADE,
  -- Who signed: null where nobody did, and so is the rest of the signature.
  signer text CONSTRAINT acceptance_entry_signer_length CHECK (char_length(signer) BETWEEN 1 AND 200),
  -- Strokes of points; null where the name was typed.
  drawing jsonb CONSTRAINT acceptance_entry_drawing_size CHECK (pg_column_size(drawing) <= 262144),
  -- What was signed.
  signed text,
  -- By the clock of the device.
  signed_at timestamptz,
  received_at timestamptz NOT NULL DEFAULT now(),
  -- Whose session it came from. No reference: an entry outlives the account.
  received_from uuid NOT NULL,
  CONSTRAINT acceptance_entry_signature_whole CHECK ((signer IS NULL) = (signed IS NULL) AND (signer IS NULL) = (signed_at IS NULL))
);
CALL protect_for_staff('acceptance_entry');
REVOKE UPDATE, DELETE ON acceptance_entry FROM packhouse_app;
CREATE POLICY of_seen_test ON acceptance_entry FOR SELECT TO packhouse_app
  USING (acceptance_test_id IN (SELECT id FROM acceptance_test));
