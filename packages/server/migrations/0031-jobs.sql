-- One queue for what has to be done after a commit, and the leases of what is done again and again.

CREATE TABLE job (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- Their order, whatever the clock does.
  number bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  -- Names the record that it is about; never a secret.
  payload jsonb NOT NULL,
  -- Jobs of one kind and turn run one after the other.
  turn text,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT job_state_known CHECK (state IN ('waiting', 'dead')),
  attempts int NOT NULL DEFAULT 0,
  -- How many attempts there had been when staff retried it: as many as at first follow.
  attempts_before int NOT NULL DEFAULT 0,
  reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- While it runs, when its lease ends.
  next_attempt_at timestamptz DEFAULT now(),
  -- The attempt that is going on.
  lease uuid,
  CONSTRAINT job_waiting_has_a_next_attempt CHECK ((state = 'waiting') = (next_attempt_at IS NOT NULL)),
  CONSTRAINT job_dead_has_no_lease CHECK (state = 'waiting' OR lease IS NULL)
);
CREATE INDEX job_waiting ON job (kind, next_attempt_at, number) WHERE state = 'waiting';
CREATE INDEX job_turn ON job (kind, turn, number) WHERE state = 'waiting' AND turn IS NOT NULL;
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON job FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT (id, number, kind, state, attempts, reason, created_at, next_attempt_at, lease) ON job TO packhouse_app;

CREATE TABLE periodic_job (
  name text PRIMARY KEY,
  every interval NOT NULL,
  last_success_at timestamptz,
  -- Since a process has started: due whatever its last success says.
  is_wanted boolean NOT NULL DEFAULT false,
  -- After a failure: not before then.
  retry_at timestamptz,
  failures int NOT NULL DEFAULT 0,
  reason text,
  lease uuid,
  leased_until timestamptz,
  CONSTRAINT periodic_job_lease_has_an_end CHECK ((lease IS NULL) = (leased_until IS NULL))
);
ALTER TABLE periodic_job ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON periodic_job FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON periodic_job TO packhouse_app;

-- What waits becomes jobs; the tables go on saying what became of it.
INSERT INTO job (kind, payload, attempts, reason, next_attempt_at)
SELECT 'mail', jsonb_build_object('mailId', id), attempts, reason, next_attempt_at FROM mail WHERE state = 'waiting' ORDER BY id;
INSERT INTO job (kind, payload, turn, attempts, reason, next_attempt_at)
SELECT 'webhook', jsonb_build_object('deliveryId', id), alarm_id, attempts, reason, next_attempt_at
FROM alarm_delivery WHERE state = 'waiting' ORDER BY id;

DROP INDEX mail_waiting;
DROP INDEX alarm_delivery_waiting;
ALTER TABLE alarm_delivery DROP CONSTRAINT alarm_delivery_waiting_has_a_next_attempt, DROP COLUMN next_attempt_at;
