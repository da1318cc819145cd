-- Works with code from: 0124
-- A shift has up to two breaks, as those of eight hours often do.
ALTER TABLE shift
  ADD COLUMN second_break_from text CONSTRAINT shift_second_break_from_time CHECK (second_break_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN second_break_to text CONSTRAINT shift_second_break_to_time CHECK (second_break_to ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD CONSTRAINT shift_second_break_has_both_ends CHECK ((second_break_from IS NULL) = (second_break_to IS NULL)),
  -- As for the first one: by its first digit, a time is of the day on which the shift begins, or of the next one.
  ADD CONSTRAINT shift_second_break_within CHECK (
    second_break_from IS NULL OR second_break_to IS NULL OR (
      (CASE WHEN second_break_from < starts_at THEN '1' ELSE '0' END || second_break_from) COLLATE "C"
        < (CASE WHEN second_break_to <= starts_at THEN '1' ELSE '0' END || second_break_to) COLLATE "C"
      AND (CASE WHEN second_break_to <= starts_at THEN '1' ELSE '0' END || second_break_to) COLLATE "C"
        <= (CASE WHEN ends_at <= starts_at THEN '1' ELSE '0' END || ends_at) COLLATE "C"));

DROP FUNCTION shift_times;
CREATE FUNCTION shift_times(s shift, zone text, since timestamptz, until timestamptz)
  RETURNS TABLE (day date, from_at timestamptz, to_at timestamptz, break_from_at timestamptz, break_to_at timestamptz,
    second_break_from_at timestamptz, second_break_to_at timestamptz) LANGUAGE sql STABLE
  BEGIN ATOMIC
    -- A day earlier, since a shift may have begun then.
    SELECT d.day, (d.day + s.starts_at::time) AT TIME ZONE zone,
      (d.day + (s.ends_at <= s.starts_at)::int + s.ends_at::time) AT TIME ZONE zone,
      (d.day + (s.break_from < s.starts_at)::int + s.break_from::time) AT TIME ZONE zone,
      (d.day + (s.break_to <= s.starts_at)::int + s.break_to::time) AT TIME ZONE zone,
      (d.day + (s.second_break_from < s.starts_at)::int + s.second_break_from::time) AT TIME ZONE zone,
      (d.day + (s.second_break_to <= s.starts_at)::int + s.second_break_to::time) AT TIME ZONE zone
    FROM (
      SELECT generate_series((since AT TIME ZONE zone)::date - 1, (until AT TIME ZONE zone)::date, interval '1 day')::date AS day
    ) d
    WHERE s.deleted_at IS NULL
      AND (s.first_day IS NULL OR s.first_day <= d.day) AND (s.last_day IS NULL OR s.last_day >= d.day)
      AND (ARRAY[s.monday, s.tuesday, s.wednesday, s.thursday, s.friday, s.saturday, s.sunday])[extract(isodow FROM d.day)::int]
      AND NOT EXISTS (SELECT FROM non_working_day n WHERE n.location_id = s.location_id AND n.day = d.day);
  END;
