-- How people use the product: single events for 90 days, and what they amount to by quarter of an hour for 400 days.

-- People by a short key. Their customer is that of the account.
CREATE TABLE event_person (
  key int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id uuid NOT NULL CONSTRAINT event_person_once UNIQUE REFERENCES user_account (id) ON DELETE CASCADE,
  customer_id uuid
);

-- Names are route patterns and named actions, never addresses: a closed set, so the table stays small.
CREATE TABLE event_name (
  key int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CONSTRAINT event_kind CHECK (kind IN ('page_view', 'action', 'page_time', 'api_call')),
  app text NOT NULL CONSTRAINT event_app CHECK (app IN ('web', 'api')),
  name text NOT NULL,
  CONSTRAINT event_name_once UNIQUE (kind, name)
);

-- No foreign keys on what is written a thousand rows at a time: only the writer writes here, with keys it has just read.
CREATE TABLE app_event (
  at timestamptz NOT NULL,
  person int NOT NULL,
  name int NOT NULL,
  -- More than 1 for calls of the API, which are counted before they are stored.
  n int NOT NULL,
  -- Half of the session's id: it tells sessions apart and opens none.
  session bigint NOT NULL,
  duration_ms int NOT NULL
) PARTITION BY RANGE (at);

-- The person is in the key, so that people can be counted exactly. A quarter hour is counted from the epoch.
CREATE TABLE event_quarter (
  quarter int NOT NULL,
  person int NOT NULL,
  name int NOT NULL,
  n int NOT NULL,
  duration_ms bigint NOT NULL,
  PRIMARY KEY (quarter, person, name)
) PARTITION BY RANGE (quarter);

-- The same without people: what a page amounts to. Calls of the API have one row for all of them.
CREATE TABLE name_quarter (
  quarter int NOT NULL,
  name int NOT NULL,
  staff boolean NOT NULL,
  n int NOT NULL,
  duration_ms bigint NOT NULL,
  PRIMARY KEY (quarter, name, staff)
) PARTITION BY RANGE (quarter);

-- Times in which somebody viewed or did something with no pause over 30 minutes. Joined when events come late.
CREATE TABLE activity_span (
  person int NOT NULL,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  -- What was viewed last.
  name int,
  PRIMARY KEY (person, to_at),
  CONSTRAINT activity_span_goes_forward CHECK (from_at <= to_at)
);
CREATE INDEX activity_span_by_end ON activity_span (to_at) INCLUDE (person, from_at);

-- A batch that comes again within a day counts once.
CREATE TABLE event_batch (
  user_id uuid NOT NULL,
  id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX event_batch_by_age ON event_batch (at);

-- Partitions of the week from a Monday (UTC). They are attached, which does not hold up who writes into the others.
CREATE FUNCTION ensure_event_week(monday date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  part text;
  low text;
  high text;
  starts timestamptz := monday::timestamp AT TIME ZONE 'UTC';
  ends timestamptz := (monday + 7)::timestamp AT TIME ZONE 'UTC';
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('ensure_event_week'));
  FOREACH parent IN ARRAY ARRAY['app_event', 'event_quarter', 'name_quarter'] LOOP
    part := parent || '_' || to_char(monday, 'YYYYMMDD');
    CONTINUE WHEN to_regclass(part) IS NOT NULL;
    low := CASE parent WHEN 'app_event' THEN starts::text ELSE (extract(epoch FROM starts) / 900)::int::text END;
    high := CASE parent WHEN 'app_event' THEN ends::text ELSE (extract(epoch FROM ends) / 900)::int::text END;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING CONSTRAINTS)%s', part, parent,
      -- Roll-ups are updated in place many times: room in the page keeps that cheap.
      CASE parent WHEN 'app_event' THEN '' ELSE ' WITH (fillfactor = 70)' END);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, low, high);
  END LOOP;
END
$$;

-- For what a person may see of what is stored of them.
CREATE INDEX app_event_of_person ON app_event (person, at);
CREATE INDEX event_quarter_of_person ON event_quarter (person, quarter);

-- Only the product's own work reads and writes here; requests are answered by it.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['event_person', 'event_name', 'app_event', 'event_quarter', 'name_quarter', 'activity_span', 'event_batch'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY of_staff ON %I FOR SELECT TO packhouse_staff USING (true)', target);
    EXECUTE format('GRANT SELECT ON %I TO packhouse_app', target);
  END LOOP;
END
$$;
