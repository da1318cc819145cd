-- Works with code from: 0083

-- Several ingest nodes (decision 0093). `version` grows with whatever is written of a machine while its row is locked: a node that knows another
-- one reads the row again, and api nodes see by it what they have missed. `field_times` are the times of values that are older than the row.
ALTER TABLE latest
  ADD COLUMN version bigint NOT NULL DEFAULT 0,
  ADD COLUMN field_times jsonb;

-- What nodes have committed, for the memories of the others. `node` is one run of a node, whose rows are committed in the order of `seq`. Rows live
-- for a minute: whoever has missed some reads the machines again.
CREATE UNLOGGED TABLE live_feed (
  node uuid NOT NULL,
  seq bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  body bytea NOT NULL,
  PRIMARY KEY (node, seq)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_insert_threshold = -1);
-- It is compressed already.
ALTER TABLE live_feed ALTER COLUMN body SET STORAGE EXTERNAL;
