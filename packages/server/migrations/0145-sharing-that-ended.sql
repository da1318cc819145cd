-- Works with code from: 0124
-- What staff could still read, or find out, of machines whose customers have ended sharing. The rules are in decision 0162.

-- A mail about a shift names the machines whose figures it has, wherever they are now. One of before says only its site: it is hidden as long as any machine is
-- not shared. So is a mail about a machine that was removed for good: nobody can share it any more.
ALTER TABLE mail ADD COLUMN machine_keys int[];
ALTER POLICY shared_site_with_reader ON mail USING (
  CASE
    WHEN machine_keys IS NOT NULL THEN NOT machine_keys && (SELECT unshared_machines())::int[]
      AND NOT EXISTS (SELECT FROM unnest(machine_keys) AS named (key) WHERE named.key NOT IN (SELECT m.key FROM machine m))
    ELSE location_id IS NULL OR (SELECT cardinality(unshared_machines()) = 0)
  END);
ALTER POLICY shared_with_reader ON mail USING (
  machine_key IS NULL OR machine_key <> ALL ((SELECT unshared_machines())::int[]) AND machine_key IN (SELECT m.key FROM machine m));

-- Until when a machine was shared with staff, at least. What it reported until then they have seen.
ALTER TABLE machine_sharing ADD COLUMN shared_through timestamptz;
CREATE FUNCTION note_shared_through() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A machine without a row is shared.
  NEW.shared_through := greatest(OLD.shared_through, least(coalesce(OLD.support_ends, 'infinity'), now()));
  RETURN NEW;
END
$$;
-- Of those that are not shared now it is the first refusal after the last agreement.
UPDATE machine_sharing s SET shared_through = ended.at FROM machine m, LATERAL (
  SELECT min(d.decided_at) AS at FROM sharing_decision d WHERE d.machine_id = m.id AND d.purpose = 'support' AND NOT d.shared
    AND NOT EXISTS (SELECT FROM sharing_decision a WHERE a.machine_id = m.id AND a.purpose = 'support' AND a.shared AND a.id > d.id)
) ended WHERE m.key = s.machine_key AND NOT s.support;
CREATE TRIGGER note_shared_through BEFORE INSERT OR UPDATE ON machine_sharing FOR EACH ROW EXECUTE FUNCTION note_shared_through();

-- The whole hour at which a machine was shared last; null while it is shared.
CREATE FUNCTION sharing_ended(machine uuid) RETURNS timestamptz
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT date_trunc('hour', greatest(s.shared_through, s.support_ends), 'UTC') FROM machine m JOIN machine_sharing s ON s.machine_key = m.key
    WHERE m.id = machine AND s.support_ends < 'infinity' AND s.support_ends <= now());

-- What a machine ran and counted a day before a whole hour, by the rule of migration 0128.
CREATE FUNCTION machine_usage_per_day(machine uuid, until timestamptz, OUT hours double precision, OUT cycles double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH own AS (
    SELECT m.key, coalesce((SELECT min(n.at) FROM minute_rollup n WHERE n.machine_key = m.key AND n.at >= f.at AND n.at < f.at + interval '1 hour'), f.at) AS first_at
    FROM machine m CROSS JOIN LATERAL (SELECT h.at FROM hour_rollup h WHERE h.machine_key = m.key ORDER BY h.at LIMIT 1) f
    WHERE m.id = machine
  ), known AS (
    SELECT day.ago, sum(h.running_ms) AS running_ms, sum(h.cycles) AS cycles
    FROM own JOIN hour_rollup h ON h.machine_key = own.key
      CROSS JOIN LATERAL (SELECT greatest(floor(extract(epoch FROM until - h.at) / 86400), 0) AS ago) day
    WHERE h.at > until - interval '90 days' AND h.at < until AND h.records > 0 GROUP BY day.ago ORDER BY day.ago LIMIT 14
  ), total AS (
    SELECT sum(running_ms) AS running_ms, sum(known.cycles) AS cycles,
      greatest(sum(least(greatest(extract(epoch FROM until - own.first_at) / 86400 - ago, 0), 1)), 1) AS days
    FROM known, own
  )
  SELECT (running_ms / 3600000 / days)::float8, (total.cycles / days)::float8 FROM total
$$;
REVOKE EXECUTE ON FUNCTION sharing_ended, machine_usage_per_day(uuid, timestamptz) FROM PUBLIC;

-- The day on which a plan is due for whoever does not see what its machine reports: as it ran when it was shared last. Otherwise they measure what it runs by
-- plans, intervals and records that they enter.
ALTER TABLE service_plan ADD COLUMN shared_next_due date;

CREATE OR REPLACE FUNCTION service_plan_due() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  zone text := site_zone(NEW.machine_id);
  today date := (now() AT TIME ZONE zone)::date;
  begun timestamptz;
  used double precision;
  per_day double precision;
  by_cycles boolean := NEW.trigger = 'cycles';
  ended timestamptz := sharing_ended(NEW.machine_id);
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
    NEW.shared_next_due := NEW.next_due;
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
  NEW.shared_next_due := NEW.next_due;
  IF ended IS NOT NULL THEN
    SELECT CASE WHEN by_cycles THEN cycles ELSE hours END INTO used FROM machine_usage(NEW.machine_id, begun, ended);
    SELECT CASE WHEN by_cycles THEN cycles ELSE hours END INTO per_day FROM machine_usage_per_day(NEW.machine_id, ended);
    NEW.shared_next_due := CASE
      WHEN used >= NEW.interval THEN (ended AT TIME ZONE zone)::date
      WHEN per_day > 0 THEN
        ((greatest(begun, ended) + least((NEW.interval - used) / per_day, 36500) * interval '24 hours') AT TIME ZONE zone)::date
    END;
  END IF;
  RETURN NEW;
END
$$;

-- The earliest of the plans in use, for whoever does not see what the machine reports.
CREATE FUNCTION machine_shared_next_due(machine uuid) RETURNS date
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN (SELECT min(shared_next_due) FROM service_plan WHERE machine_id = machine AND active AND deleted_at IS NULL);
REVOKE EXECUTE ON FUNCTION machine_shared_next_due FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machine_shared_next_due TO packhouse_app;

CREATE OR REPLACE FUNCTION machine_next_due_by_plans() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  has_plans boolean := EXISTS (SELECT FROM service_plan WHERE machine_id = NEW.id AND active AND deleted_at IS NULL);
  -- Plans themselves write it by a trigger.
  is_entered boolean := pg_trigger_depth() = 1;
  accepted date := machine_next_due(NEW.id);
BEGIN
  -- Otherwise the only date that is not refused would be the one that is hidden.
  IF has_plans AND is_entered AND NEW.key = ANY (unshared_machines()) THEN
    accepted := machine_shared_next_due(NEW.id);
    IF NEW.next_due IS NOT DISTINCT FROM accepted THEN
      NEW.next_due := OLD.next_due;
      RETURN NEW;
    END IF;
  ELSIF NOT has_plans OR NEW.next_due IS NOT DISTINCT FROM OLD.next_due OR NEW.next_due IS NOT DISTINCT FROM accepted THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the next service is that of the plans'
    USING ERRCODE = '23514', CONSTRAINT = 'machine_next_due_by_plans';
END
$$;

-- Of machines that are not shared now; the others have the same day.
UPDATE service_plan SET shared_next_due = next_due;
UPDATE service_plan SET next_due = next_due
WHERE active AND deleted_at IS NULL AND machine_id IN (
  SELECT m.id FROM machine m JOIN machine_sharing s ON s.machine_key = m.key WHERE s.support_ends <= now());
