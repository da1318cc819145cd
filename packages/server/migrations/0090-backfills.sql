-- Works with code from: 0083

-- How far the batches are that bring stored rows to a new form (decision 0102). A row is made with the first batch, in its transaction.
CREATE TABLE backfill (
  name text PRIMARY KEY CONSTRAINT backfill_name_short CHECK (length(name) <= 100),
  -- The key of the last row that was handled, as texts; null before the first.
  position text[],
  handled bigint NOT NULL DEFAULT 0,
  -- Rows of a batch, as many as are done in a short transaction.
  batch_rows int NOT NULL CONSTRAINT backfill_batch_has_rows CHECK (batch_rows > 0),
  begun_at timestamptz NOT NULL DEFAULT now(),
  moved_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  -- Why the last attempt failed; null once one succeeds.
  reason text
) WITH (fillfactor = 50);
ALTER TABLE backfill ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON backfill FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON backfill TO packhouse_app;
