-- Exports and removals of all data of one customer: what was asked for, how far it is, and what came of it.
CREATE TABLE customer_data_task (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('export', 'removal')),
  format text CHECK (format IN ('csv', 'parquet')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  requested_by uuid REFERENCES user_account (id) ON DELETE SET NULL,
  -- Rows that were written or removed so far, by table.
  progress jsonb NOT NULL DEFAULT '{}',
  reason text,
  -- Of the file of an export, whose content is stored under the id of the row until it expires.
  size bigint,
  sha256 text,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX customer_data_task_of_customer ON customer_data_task (customer_id, id DESC);
CREATE INDEX customer_data_task_by_person ON customer_data_task (requested_by);
CREATE UNIQUE INDEX customer_data_task_one_at_a_time ON customer_data_task (customer_id) WHERE state IN ('waiting', 'running');
CALL protect_for_staff('customer_data_task');

-- Whoever may delete customers and administer people decides about these from now on.
INSERT INTO role_permission (role_id, permission)
SELECT d.role_id, p.name FROM role_permission d
  JOIN role_permission u ON u.role_id = d.role_id AND u.permission = 'role.update'
  CROSS JOIN (VALUES ('customer.exportData'), ('customer.removeData')) AS p (name)
WHERE d.permission = 'customer.delete'
ON CONFLICT DO NOTHING;
