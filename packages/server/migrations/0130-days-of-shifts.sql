-- Works with code from: 0124
-- A shift has a first and a last day, so that a new plan leaves what was planned before as it was.
ALTER TABLE shift ADD COLUMN first_day date, ADD COLUMN last_day date,
  ADD CONSTRAINT shift_days_in_order CHECK (first_day <= last_day);

CREATE OR REPLACE FUNCTION shift_times(s shift, zone text, since timestamptz, until timestamptz)
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
      AND (s.first_day IS NULL OR s.first_day <= d.day) AND (s.last_day IS NULL OR s.last_day >= d.day)
      AND (ARRAY[s.monday, s.tuesday, s.wednesday, s.thursday, s.friday, s.saturday, s.sunday])[extract(isodow FROM d.day)::int]
      AND NOT EXISTS (SELECT FROM non_working_day n WHERE n.location_id = s.location_id AND n.day = d.day);
  END;
