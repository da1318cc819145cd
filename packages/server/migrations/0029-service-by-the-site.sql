-- Service by the days of the site, and usage to the minute.

-- The time zone of a machine's site, as machines are read (telemetry/machines.ts); UTC where PostgreSQL does not know it.
CREATE FUNCTION site_zone(machine uuid) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  zone text;
BEGIN
  SELECT coalesce(l.timezone, c.timezone) INTO zone
  FROM machine m LEFT JOIN location l ON l.id = m.location_id LEFT JOIN customer c ON c.id = m.customer_id
  WHERE m.id = machine;
  PERFORM now() AT TIME ZONE zone;
  RETURN coalesce(zone, 'UTC');
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END
$$;

-- The date that the calendar on the wall of the site shows at a time.
CREATE FUNCTION site_date(machine uuid, at timestamptz) RETURNS date
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (at AT TIME ZONE site_zone(machine))::date;
REVOKE EXECUTE ON FUNCTION site_zone, site_date FROM PUBLIC;
GRANT EXECUTE ON FUNCTION site_date TO packhouse_app;

-- What a machine has run and counted between two times: whole hours from their sums, the hours that are cut from their minutes.
-- A cut minute, and a cut hour whose minutes are no longer stored, counts as a whole in the stretch in which it begins.
CREATE OR REPLACE FUNCTION machine_usage(
  machine uuid, since timestamptz, until timestamptz, OUT hours double precision, OUT cycles double precision
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH counted AS (
    SELECT h.running_ms, h.cycles FROM machine m JOIN hour_rollup h ON h.machine_key = m.key
    WHERE m.id = machine AND h.at >= since AND h.at < until
      AND NOT (h.at IN (date_trunc('hour', since, 'UTC'), date_trunc('hour', until, 'UTC')) AND EXISTS (
        SELECT FROM minute_rollup n
        WHERE n.machine_key = m.key AND n.at >= h.at AND n.at < h.at + interval '1 hour'))
    UNION ALL
    SELECT n.running_ms, n.cycles FROM machine m JOIN minute_rollup n ON n.machine_key = m.key
    WHERE m.id = machine AND n.at >= since AND n.at < until
      AND n.at < date_trunc('hour', since, 'UTC') + interval '1 hour'
    UNION ALL
    SELECT n.running_ms, n.cycles FROM machine m JOIN minute_rollup n ON n.machine_key = m.key
    WHERE m.id = machine AND n.at < until
      AND n.at >= greatest(date_trunc('hour', until, 'UTC'), date_trunc('hour', since, 'UTC') + interval '1 hour')
  )
  SELECT coalesce(sum(running_ms), 0)::float8 / 3600000, coalesce(sum(counted.cycles), 0)::float8 FROM counted
$$;

-- What it runs and counts a day, by the last 14 days; of a machine that has told something for fewer, by those it has. A machine
-- that began today counts as if it had a whole day, since nobody knows how it runs in the rest of it.
CREATE FUNCTION machine_usage_per_day(machine uuid, OUT hours double precision, OUT cycles double precision)
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  own_key int := (SELECT m.key FROM machine m WHERE m.id = machine);
  since timestamptz := now() - interval '14 days';
  first_hour timestamptz := (SELECT h.at FROM hour_rollup h WHERE h.machine_key = own_key
    ORDER BY h.at LIMIT 1);
  days double precision;
BEGIN
  IF first_hour > since THEN
    since := coalesce((SELECT n.at FROM minute_rollup n WHERE n.machine_key = own_key
      AND n.at >= first_hour AND n.at < first_hour + interval '1 hour' ORDER BY n.at LIMIT 1), first_hour);
  END IF;
  days := greatest(extract(epoch FROM now() - since) / 86400, 1);
  SELECT u.hours / days, u.cycles / days INTO hours, cycles FROM machine_usage(machine, since, now()) u;
END
$$;
REVOKE EXECUTE ON FUNCTION machine_usage_per_day FROM PUBLIC;

-- When it was done last, what is left of the interval, and the day of the site on which that will be used up as the machine runs
-- now. A record of what lies ahead does not count yet.
CREATE OR REPLACE FUNCTION service_plan_due() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  zone text := site_zone(NEW.machine_id);
  today date := (now() AT TIME ZONE zone)::date;
  begun timestamptz;
  used double precision;
  per_day double precision;
  by_cycles boolean := NEW.trigger = 'cycles';
BEGIN
  SELECT max(done_at) INTO NEW.last_done_at FROM service_record
  WHERE plan_id = NEW.id AND deleted_at IS NULL AND done_at <= now();
  SELECT coalesce(NEW.last_done_at, commissioned_at::timestamp AT TIME ZONE zone, NEW.created_at) INTO begun
  FROM machine WHERE id = NEW.machine_id;
  NEW.last_done_hours := NULL;
  NEW.last_done_cycles := NULL;
  IF NEW.last_done_at IS NOT NULL THEN
    SELECT hours, cycles INTO NEW.last_done_hours, NEW.last_done_cycles
    FROM machine_usage(NEW.machine_id, '-infinity', NEW.last_done_at);
  END IF;
  IF NEW.trigger = 'calendar' THEN
    NEW.next_due := least((begun AT TIME ZONE zone)::date + least(NEW.interval, 3650000), date '9999-12-31');
    NEW.remaining := NEW.next_due - today;
    RETURN NEW;
  END IF;
  SELECT CASE WHEN by_cycles THEN cycles ELSE hours END INTO used FROM machine_usage(NEW.machine_id, begun, now());
  SELECT CASE WHEN by_cycles THEN cycles ELSE hours END INTO per_day FROM machine_usage_per_day(NEW.machine_id);
  NEW.remaining := NEW.interval - used;
  NEW.next_due := CASE
    WHEN NEW.remaining <= 0 THEN today
    -- The day of that moment: hours are never rounded up to days.
    WHEN per_day > 0 THEN
      ((now() + least(NEW.remaining / per_day, 36500) * interval '24 hours') AT TIME ZONE zone)::date
  END;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION machine_last_service(machine uuid) RETURNS date
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT site_date(machine, max(done_at)) FROM service_record
    WHERE machine_id = machine AND deleted_at IS NULL AND done_at <= now());

CREATE OR REPLACE FUNCTION service_record_tells() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  told record;
BEGIN
  FOR told IN
    SELECT OLD.machine_id AS machine, OLD.plan_id AS plan WHERE TG_OP <> 'INSERT'
    UNION SELECT NEW.machine_id, NEW.plan_id WHERE TG_OP <> 'DELETE'
  LOOP
    UPDATE service_plan SET next_due = next_due WHERE id = told.plan;
    -- What was entered by hand stays as long as no record has said it.
    UPDATE machine SET last_service =
      coalesce(machine_last_service(told.machine), nullif(last_service, site_date(told.machine, OLD.done_at)))
    WHERE id = told.machine;
  END LOOP;
  RETURN NULL;
END
$$;
