-- Works with code from: 0103
-- Figures of promises and services that follow from what is known, and requests that are open again without a visit.

-- A shift has its break within it. By its first digit, a time is of the day on which the shift begins, or of the next one.
ALTER TABLE shift ADD CONSTRAINT shift_break_within CHECK (
  break_from IS NULL OR break_to IS NULL OR (
    (CASE WHEN break_from < starts_at THEN '1' ELSE '0' END || break_from) COLLATE "C"
      < (CASE WHEN break_to <= starts_at THEN '1' ELSE '0' END || break_to) COLLATE "C"
    AND (CASE WHEN break_to <= starts_at THEN '1' ELSE '0' END || break_to) COLLATE "C"
      <= (CASE WHEN ends_at <= starts_at THEN '1' ELSE '0' END || ends_at) COLLATE "C")
) NOT VALID;

-- A tag without a value or a limit is no condition.
ALTER TABLE promise
  ADD CONSTRAINT promise_tag_whole CHECK ((tag IS NULL) = (num_nonnulls(tag_value, tag_least, tag_most) = 0)) NOT VALID,
  ADD CONSTRAINT promise_tag_limits CHECK (tag_least <= tag_most) NOT VALID;

-- Promises that a claim has entered: they go when it is undone, and those that people wrote down stay.
CREATE TABLE claimed_promise (
  promise_id uuid PRIMARY KEY REFERENCES promise (id) ON DELETE CASCADE,
  ordered_machine_id uuid NOT NULL REFERENCES ordered_machine (id) ON DELETE CASCADE
);
CREATE INDEX claimed_promise_of_order ON claimed_promise (ordered_machine_id);
ALTER TABLE claimed_promise ENABLE ROW LEVEL SECURITY;
-- Those that are there: the first one of a claim that says what claims have said until now.
INSERT INTO claimed_promise (promise_id, ordered_machine_id)
SELECT DISTINCT ON (o.id) p.id, o.id FROM ordered_machine o JOIN promise p ON p.machine_id = o.machine_id
WHERE p.source = 'quote' AND p.kind = 'speed' AND p.name = 'Speed' AND p.unit = 'per min' AND p.deleted_at IS NULL
  AND p.reference = regexp_replace(o.number, '/\d+$', '') || ' v' || o.version
ORDER BY o.id, p.created_at, p.id;

-- Since when a machine has its present customer, where another one had it before.
CREATE TABLE machine_owner_change (
  machine_id uuid PRIMARY KEY REFERENCES machine (id) ON DELETE CASCADE,
  since timestamptz NOT NULL
);
ALTER TABLE machine_owner_change ENABLE ROW LEVEL SECURITY;

-- What gives the promises of a machine another outcome.
CREATE FUNCTION judge_promises_again(machine uuid) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  SELECT FROM promise_outcome o JOIN promise p ON p.id = o.promise_id WHERE p.machine_id = machine ORDER BY o.promise_id FOR UPDATE OF o;
  UPDATE promise_outcome o SET mark = nextval('promise_mark') FROM promise p WHERE p.id = o.promise_id AND p.machine_id = machine;
$$;
REVOKE EXECUTE ON FUNCTION judge_promises_again FROM PUBLIC;

CREATE FUNCTION note_owner_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF OLD.customer_id IS NULL THEN
    UPDATE machine_owner_change SET since = now() WHERE machine_id = NEW.id;
  ELSE
    INSERT INTO machine_owner_change (machine_id, since) VALUES (NEW.id, now()) ON CONFLICT (machine_id) DO UPDATE SET since = excluded.since;
  END IF;
  PERFORM judge_promises_again(NEW.id);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_owner_change AFTER UPDATE OF customer_id ON machine
  FOR EACH ROW WHEN (NEW.customer_id IS DISTINCT FROM OLD.customer_id) EXECUTE FUNCTION note_owner_change();

CREATE FUNCTION site_test_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM judge_promises_again(NEW.machine_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER site_test_entered AFTER INSERT ON acceptance_test
  FOR EACH ROW WHEN (NEW.kind = 'site' AND NEW.accepted) EXECUTE FUNCTION site_test_changed();
CREATE TRIGGER site_test_changed AFTER UPDATE ON acceptance_test
  FOR EACH ROW WHEN ((OLD.kind, OLD.accepted, OLD.tested_on, OLD.deleted_at) IS DISTINCT FROM (NEW.kind, NEW.accepted, NEW.tested_on, NEW.deleted_at))
  EXECUTE FUNCTION site_test_changed();

-- A unit decides whether there is a verdict.
DROP TRIGGER promise_changed ON promise;
CREATE TRIGGER promise_changed AFTER UPDATE ON promise FOR EACH ROW
  WHEN ((OLD.kind, OLD.direction, OLD.figure, OLD.unit, OLD.style_id, OLD.recipe, OLD.tag, OLD.tag_value, OLD.tag_least, OLD.tag_most, OLD.deleted_at)
    IS DISTINCT FROM (NEW.kind, NEW.direction, NEW.figure, NEW.unit, NEW.style_id, NEW.recipe, NEW.tag, NEW.tag_value, NEW.tag_least, NEW.tag_most, NEW.deleted_at))
  EXECUTE FUNCTION promise_changed();
ALTER TABLE promise_outcome DROP CONSTRAINT promise_outcome_result_known,
  ADD CONSTRAINT promise_outcome_result_known CHECK (result IN ('kept', 'missed', 'notMeasured', 'notComparable'));
UPDATE promise_outcome SET mark = nextval('promise_mark');
-- A text that is a number meets limits as the number does: days of promises with such limits are counted again.
SELECT count_days_again(key) FROM (
  SELECT DISTINCT m.key FROM promise p JOIN machine m ON m.id = p.machine_id
  WHERE p.kind = 'speed' AND p.deleted_at IS NULL AND p.tag IS NOT NULL) machines;

-- Requests follow their visits: those of a visit that is no more to be made are another visit's, or open again.
CREATE FUNCTION release_requests(requests uuid[], changed_by uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  coming uuid;
  request uuid;
BEGIN
  FOR request IN SELECT id FROM service_request WHERE id = ANY (requests) AND status = 'planned' AND deleted_at IS NULL ORDER BY id FOR UPDATE LOOP
    SELECT v.id INTO coming FROM visit_task t JOIN service_visit v ON v.id = t.visit_id
    WHERE t.request_id = request AND v.status IN ('planned', 'underWay') AND v.deleted_at IS NULL ORDER BY v.starts_at, v.id LIMIT 1;
    IF coming IS NOT NULL THEN
      PERFORM plan_requests_of_visit(coming);
    ELSE
      UPDATE service_request SET status = 'open', planned_on = NULL, engineer_id = NULL,
        row_version = row_version + 1, updated_at = now(), updated_by = changed_by
      WHERE id = request;
    END IF;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION release_requests FROM PUBLIC;

CREATE FUNCTION visit_releases_requests() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM release_requests(ARRAY(SELECT request_id FROM visit_task WHERE visit_id = NEW.id AND request_id IS NOT NULL), NEW.updated_by);
  RETURN NULL;
END
$$;
CREATE TRIGGER visit_releases_requests AFTER UPDATE OF status, deleted_at ON service_visit
  FOR EACH ROW WHEN ((OLD.status, OLD.deleted_at) IS DISTINCT FROM (NEW.status, NEW.deleted_at)
    AND (NEW.status IN ('done', 'cancelled') OR NEW.deleted_at IS NOT NULL)) EXECUTE FUNCTION visit_releases_requests();
-- A visit that is taken back from the deleted ones is made.
CREATE TRIGGER visit_is_back AFTER UPDATE OF deleted_at ON service_visit
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION visit_tells_requests();

CREATE FUNCTION task_releases_request() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM release_requests(ARRAY[OLD.request_id], OLD.updated_by);
  RETURN NULL;
END
$$;
CREATE TRIGGER task_releases_request AFTER DELETE ON visit_task
  FOR EACH ROW WHEN (OLD.request_id IS NOT NULL) EXECUTE FUNCTION task_releases_request();

-- Those that wait for a visit which nobody makes, with its day.
DO $$
DECLARE
  visit record;
BEGIN
  FOR visit IN
    SELECT array_agg(r.id) AS requests, v.updated_by FROM service_visit v JOIN visit_task t ON t.visit_id = v.id JOIN service_request r ON r.id = t.request_id
    WHERE (v.status IN ('done', 'cancelled') OR v.deleted_at IS NOT NULL) AND r.status = 'planned' AND r.planned_on = site_date(r.machine_id, v.starts_at)
    GROUP BY v.id
  LOOP
    PERFORM release_requests(visit.requests, visit.updated_by);
  END LOOP;
END
$$;

-- What machines ran and counted in hours that are stored no more, by months of UTC: a plan goes on over them.
CREATE TABLE removed_usage (
  machine_key int NOT NULL REFERENCES machine (key) ON DELETE CASCADE,
  month date NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  running_ms double precision NOT NULL,
  cycles double precision NOT NULL,
  PRIMARY KEY (machine_key, month),
  CONSTRAINT removed_usage_has_length CHECK (from_at < to_at)
);
ALTER TABLE removed_usage ENABLE ROW LEVEL SECURITY;

-- As before, with hours that are stored no more: of a month that is cut by its share of the time.
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
    UNION ALL
    SELECT u.running_ms * part.share, u.cycles * part.share FROM machine m JOIN removed_usage u ON u.machine_key = m.key,
      LATERAL (SELECT extract(epoch FROM least(u.to_at, until) - greatest(u.from_at, since)) / extract(epoch FROM u.to_at - u.from_at) AS share) part
    WHERE m.id = machine AND u.from_at < until AND u.to_at > since
  )
  SELECT coalesce(sum(running_ms), 0)::float8 / 3600000, coalesce(sum(counted.cycles), 0)::float8 FROM counted
$$;

-- What it runs and counts a day, by the newest 14 days of the last 90 in which anything was heard of it. Days end at the present time of day; nobody knows
-- how it ran on one without a record. A machine that began today counts as if it had a whole day.
CREATE OR REPLACE FUNCTION machine_usage_per_day(machine uuid, OUT hours double precision, OUT cycles double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH own AS (
    SELECT m.key, coalesce((SELECT min(n.at) FROM minute_rollup n WHERE n.machine_key = m.key AND n.at >= f.at AND n.at < f.at + interval '1 hour'), f.at) AS first_at
    FROM machine m CROSS JOIN LATERAL (SELECT h.at FROM hour_rollup h WHERE h.machine_key = m.key ORDER BY h.at LIMIT 1) f
    WHERE m.id = machine
  ), known AS (
    SELECT day.ago, sum(h.running_ms) AS running_ms, sum(h.cycles) AS cycles
    FROM own JOIN hour_rollup h ON h.machine_key = own.key
      CROSS JOIN LATERAL (SELECT greatest(floor(extract(epoch FROM now() - h.at) / 86400), 0) AS ago) day
    WHERE h.at > now() - interval '90 days' AND h.records > 0 GROUP BY day.ago ORDER BY day.ago LIMIT 14
  ), total AS (
    SELECT sum(running_ms) AS running_ms, sum(known.cycles) AS cycles,
      greatest(sum(least(greatest(extract(epoch FROM now() - own.first_at) / 86400 - ago, 0), 1)), 1) AS days
    FROM known, own
  )
  SELECT (running_ms / 3600000 / days)::float8, (total.cycles / days)::float8 FROM total
$$;
