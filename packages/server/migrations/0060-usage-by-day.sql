-- All views and actions of a quarter hour together, beside those of each name: figures that need no name read one row instead of hundreds.
INSERT INTO event_name (kind, app, name) VALUES ('action', 'web', '*');
INSERT INTO name_quarter (quarter, name, staff, n, duration_ms)
SELECT q.quarter, (SELECT key FROM event_name WHERE kind = 'action' AND name = '*'), q.staff, sum(q.n), 0
FROM name_quarter q JOIN event_name e ON e.key = q.name
WHERE e.kind IN ('page_view', 'action')
GROUP BY q.quarter, q.staff;

-- The hours of a few names over many weeks are what is asked for.
ALTER TABLE name_quarter DROP CONSTRAINT name_quarter_pkey, ADD PRIMARY KEY (name, quarter, staff);

-- What a name amounts to in a day of UTC, counted from the epoch: sums over a window take its whole days from here, and its ends from the quarters.
CREATE TABLE name_day (
  day int NOT NULL,
  name int NOT NULL,
  staff boolean NOT NULL,
  n int NOT NULL,
  duration_ms bigint NOT NULL,
  PRIMARY KEY (day, name, staff)
) WITH (fillfactor = 70);
INSERT INTO name_day (day, name, staff, n, duration_ms)
SELECT quarter / 96, name, staff, sum(n), sum(duration_ms) FROM name_quarter GROUP BY 1, 2, 3;
ALTER TABLE name_day ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON name_day FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON name_day TO packhouse_app;
