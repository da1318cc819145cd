-- Works with code from: 0083

-- Where each column of a block begins, so that a reader fetches the columns that it asks for and no others (decision 0100). Both are empty in a block that
-- older code has written, which is read as a whole until the retention job has looked at it.
ALTER TABLE record_block
  ADD COLUMN column_ids int[],
  -- Bytes before each column, and at last the bytes of the whole block: one more than there are columns.
  ADD COLUMN column_starts int[];
CREATE INDEX record_block_without_columns ON record_block (machine_key, from_at) WHERE column_ids IS NULL;
