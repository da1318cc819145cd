-- Works with code from: 0083

-- Processes of the installation, and what each of them owns (decision 0092).
CREATE TABLE node (
  -- NODE_ID, or host name and process id.
  id text PRIMARY KEY CONSTRAINT node_id_short CHECK (length(id) <= 64),
  -- Differs at each start: a process never takes what a former one of its name has for its own.
  instance uuid NOT NULL,
  -- What it is called among the measurements of health.
  name text NOT NULL CONSTRAINT node_name_short CHECK (length(name) <= 100),
  roles text[] NOT NULL,
  version text NOT NULL,
  -- The newest migration of its code.
  migration int NOT NULL,
  -- Where it answers /readyz and /metrics.
  address text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now(),
  is_draining boolean NOT NULL DEFAULT false
);
ALTER TABLE node ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON node FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON node TO packhouse_app;

-- What must have one owner. The owner is an instance of a process; `fence` grows with each owner, so that a former one cannot write any more.
CREATE TABLE lease (
  name text PRIMARY KEY CONSTRAINT lease_name_short CHECK (length(name) <= 100),
  owner uuid,
  fence bigint NOT NULL DEFAULT 0,
  until_at timestamptz NOT NULL,
  CONSTRAINT lease_owner_has_a_fence CHECK (owner IS NULL OR fence > 0)
) WITH (fillfactor = 50);
ALTER TABLE lease ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON lease FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON lease TO packhouse_app;

-- The code whose rows (templates, reference data, the sample company) are in the database, by its newest migration.
CREATE TABLE prepared_schema (
  is_only boolean PRIMARY KEY DEFAULT true CONSTRAINT prepared_schema_is_one CHECK (is_only),
  migration int NOT NULL,
  at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE prepared_schema ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON prepared_schema FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON prepared_schema TO packhouse_app;
