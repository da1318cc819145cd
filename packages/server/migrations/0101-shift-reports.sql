-- Reports of shifts by mail. The rules are in decision 0118.

-- The same as the body, for mail programs that show HTML.
ALTER TABLE mail ADD COLUMN html text;

-- The shifts of a pattern whose days lie around a stretch, by the clock of the site. Times are moments, so that nights in which clocks change have their right length.
CREATE FUNCTION shift_times(s shift, zone text, since timestamptz, until timestamptz)
  RETURNS TABLE (day date, from_at timestamptz, to_at timestamptz, break_from_at timestamptz, break_to_at timestamptz) LANGUAGE sql STABLE
  BEGIN ATOMIC
    -- A day earlier, since a shift may have begun then.
    SELECT d.day, (d.day + s.starts_at::time) AT TIME ZONE zone,
      (d.day + (s.ends_at <= s.starts_at)::int + s.ends_at::time) AT TIME ZONE zone,
      (d.day + (s.break_from < s.starts_at)::int + s.break_from::time) AT TIME ZONE zone,
      (d.day + (s.break_to <= s.starts_at)::int + s.break_to::time) AT TIME ZONE zone
    FROM (
      SELECT generate_series((since AT TIME ZONE zone)::date - 1, (until AT TIME ZONE zone)::date, interval '1 day')::date AS day
    ) d
    WHERE s.deleted_at IS NULL
      AND (ARRAY[s.monday, s.tuesday, s.wednesday, s.thursday, s.friday, s.saturday, s.sunday])[extract(isodow FROM d.day)::int]
      AND NOT EXISTS (SELECT FROM non_working_day n WHERE n.location_id = s.location_id AND n.day = d.day);
  END;

CREATE TABLE shift_subscription (
  shift_id uuid NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- Shifts that ended before are not reported.
  since timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shift_id, user_id)
);
CREATE INDEX shift_subscription_by_user ON shift_subscription (user_id);
ALTER TABLE shift_subscription ENABLE ROW LEVEL SECURITY;

-- A shift on a day whose report was sent, or given up.
CREATE TABLE shift_report (
  shift_id uuid NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  day date NOT NULL,
  attempts int NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (shift_id, day)
);
ALTER TABLE shift_report ENABLE ROW LEVEL SECURITY;

-- Who was mailed it. Written with the mail: the key is why nobody gets a report twice, however many servers send.
CREATE TABLE shift_report_delivery (
  shift_id uuid NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  day date NOT NULL,
  user_id uuid NOT NULL REFERENCES user_account (id) ON DELETE CASCADE,
  -- SHA-256 of the secret of its link.
  unsubscribe_hash bytea NOT NULL CONSTRAINT shift_report_delivery_hash_unique UNIQUE,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (shift_id, day, user_id)
);
CREATE INDEX shift_report_delivery_by_user ON shift_report_delivery (user_id);
ALTER TABLE shift_report_delivery ENABLE ROW LEVEL SECURITY;
