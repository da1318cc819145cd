-- Installed machines, and the devices that may publish for them.

CREATE TABLE machine (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Short key of the telemetry tables, in which 16 bytes a row would be a large part of the row.
  key int GENERATED ALWAYS AS IDENTITY CONSTRAINT machine_key_taken UNIQUE,
  machine_id text NOT NULL CONSTRAINT machine_machine_id_taken UNIQUE,
  -- Null while the machine is unclaimed: it publishes and belongs to nobody.
  customer_id uuid REFERENCES customer (id),
  description text,
  location text,
  configuration_id text,
  stale_after_seconds int NOT NULL DEFAULT 60 CONSTRAINT machine_stale_after_positive CHECK (stale_after_seconds > 0),
  design_speed double precision,
  last_service date,
  next_due date,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX machine_of_customer ON machine (customer_id);
ALTER TABLE machine ENABLE ROW LEVEL SECURITY;
CREATE POLICY machine_of_own_customer ON machine FOR SELECT TO packhouse_app USING (sees_customer(customer_id));
GRANT SELECT ON machine TO packhouse_app;

CREATE TABLE device (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  user_name text NOT NULL CONSTRAINT device_user_name_taken UNIQUE,
  -- argon2id in the PHC string format.
  key_hash text NOT NULL,
  -- `company`: every machine, and may introduce new ones; `customer`: the machines of one customer.
  scope text NOT NULL CONSTRAINT device_scope_known CHECK (scope IN ('company', 'customer')),
  customer_id uuid REFERENCES customer (id),
  disabled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT device_customer_as_scoped CHECK ((scope = 'customer') = (customer_id IS NOT NULL))
);
