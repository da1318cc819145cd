-- Works with code from: 0124
-- What figures of a model are made of. The rules are in decision 0157.

-- Known time of a machine without hours with cycles for which it reported no rejects; `cycles` are those of the other hours. Null from code of before.
ALTER TABLE benchmark_machine ADD COLUMN reject_hours double precision;

-- At least five machines of three customers, none of whom has more than half of them: what they have in common discloses no single one.
CREATE FUNCTION hides_single_machines(machines bigint, customers bigint, most_of_one bigint) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN machines >= 5 AND customers >= 3 AND 2 * most_of_one <= machines;

-- Customers of one concern count as one: they know each other's figures.
CREATE VIEW customer_concern AS
  WITH RECURSIVE concern AS (
    SELECT id AS customer_id, id AS head FROM customer WHERE parent_id IS NULL
    UNION ALL SELECT c.id, concern.head FROM customer c JOIN concern ON c.parent_id = concern.customer_id
  )
  SELECT customer_id, head FROM concern;

CREATE OR REPLACE FUNCTION publish_benchmark() RETURNS void LANGUAGE sql SET search_path = public
BEGIN ATOMIC
  DELETE FROM benchmark_median;
  INSERT INTO benchmark_median (customer_id, model, days, figure, median, lower, upper, machines_from, hours_from)
  WITH agreed AS MATERIALIZED (
    SELECT a.machine_key, a.customer_id, a.model, c.head FROM benchmark_agreed a JOIN customer_concern c USING (customer_id)
  ), measured AS (
    SELECT a.head, b.model, b.days, f.figure, f.value, b.known_hours AS hours,
      count(*) OVER (PARTITION BY a.head, b.model, b.days, f.figure) AS of_head
    FROM agreed a JOIN benchmark_machine b ON b.machine_key = a.machine_key AND b.model = a.model
      CROSS JOIN LATERAL (VALUES
        ('utilization', b.utilization, true),
        ('availability', b.availability, true),
        ('speed', b.speed, b.speed_hours >= b.days),
        ('rejectRate', b.reject_rate, b.cycles >= 1000 AND coalesce(b.reject_hours, b.known_hours) >= 3 * b.days),
        ('runningHours', b.running_hours, true)
      ) AS f (figure, value, is_enough)
    WHERE f.value IS NOT NULL AND f.is_enough AND b.known_hours >= 3 * b.days
  ), summed AS (
    SELECT reader.customer_id, o.model, o.days, o.figure, count(*) AS machines, sum(o.hours) AS hours,
      percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY o.value) AS quartiles
    FROM (SELECT DISTINCT customer_id, head, model FROM agreed) reader
      JOIN measured o ON o.model = reader.model AND o.head <> reader.head
    GROUP BY reader.customer_id, o.model, o.days, o.figure
    HAVING hides_single_machines(count(*), count(DISTINCT o.head), max(o.of_head))
  )
  SELECT customer_id, model, days, figure, benchmark_rounded(figure, quartiles[2]),
    CASE WHEN machines >= 10 THEN benchmark_rounded(figure, quartiles[1]) END,
    CASE WHEN machines >= 10 THEN benchmark_rounded(figure, quartiles[3]) END,
    CASE WHEN machines >= 100 THEN 100 WHEN machines >= 50 THEN 50 WHEN machines >= 25 THEN 25 WHEN machines >= 10 THEN 10 ELSE 5 END,
    CASE WHEN hours >= 10000 THEN 10000 WHEN hours >= 5000 THEN 5000 WHEN hours >= 2500 THEN 2500 WHEN hours >= 1000 THEN 1000
      WHEN hours >= 500 THEN 500 WHEN hours >= 250 THEN 250 ELSE 100 END
  FROM summed;
END;

-- An agreement as a customer reads it: its words, and from when until when it holds.
CREATE FUNCTION data_use_sha256(version text, purposes text, words text, agreed_on date, ended_on date) RETURNS text LANGUAGE sql STABLE
  RETURN encode(sha256(convert_to(jsonb_build_array(version, purposes, words, agreed_on, ended_on)::text, 'UTF8')), 'hex');

-- What customers answered to agreements on the use of their data, for good (Regulation (EU) 2023/2854, Article 4(13)): who, when, and to which words.
-- Only the customer's own people answer, and nobody changes an answer.
CREATE TABLE data_use_answer (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  agreement_id uuid NOT NULL REFERENCES data_use_agreement (id) ON DELETE CASCADE,
  customer_id uuid NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
  accepted boolean NOT NULL,
  version text NOT NULL,
  sha256 text NOT NULL CONSTRAINT data_use_answer_sha256_is_one CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  answered_at timestamptz NOT NULL DEFAULT now(),
  answered_by uuid REFERENCES user_account (id) ON DELETE SET NULL
);
CREATE INDEX data_use_answer_of_agreement ON data_use_answer (agreement_id, id DESC);
CREATE INDEX data_use_answer_of_customer ON data_use_answer (customer_id, id DESC);
CREATE INDEX data_use_answer_by ON data_use_answer (answered_by);
ALTER TABLE data_use_answer ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON data_use_answer FOR SELECT TO packhouse_staff USING (true);
CREATE POLICY of_own_customer ON data_use_answer FOR SELECT TO packhouse_app USING (customer_id = (SELECT scope_customer()));
CREATE POLICY by_own_customer ON data_use_answer FOR INSERT TO packhouse_app
  WITH CHECK (customer_id = (SELECT scope_customer()) AND agreement_id IN (SELECT id FROM data_use_agreement WHERE customer_id = (SELECT scope_customer())));
GRANT SELECT, INSERT ON data_use_answer TO packhouse_app;

-- Customers who have accepted an agreement that holds, as it reads now. Their newest answer counts.
CREATE VIEW data_use_accepted AS
  SELECT DISTINCT a.customer_id
  FROM data_use_agreement a
    CROSS JOIN LATERAL (SELECT accepted, sha256 FROM data_use_answer w WHERE w.agreement_id = a.id ORDER BY w.id DESC LIMIT 1) w
  WHERE w.accepted AND w.sha256 = data_use_sha256(a.version, a.purposes, a.text, a.agreed_on, a.ended_on) AND a.deleted_at IS NULL
    AND coalesce(a.ended_on >= (now() AT TIME ZONE 'UTC')::date, true);

-- Machines that the maker may make figures of a model of: those that are shared for the benchmark, and those of customers who have accepted an agreement, as
-- far as staff see them at all.
CREATE VIEW model_data_sheet_machine AS
  SELECT m.key AS machine_key, fold_case(m.configuration_id) AS model, c.head
  FROM machine m JOIN customer_concern c USING (customer_id) LEFT JOIN machine_sharing s ON s.machine_key = m.key
  WHERE m.deleted_at IS NULL AND m.configuration_id IS NOT NULL AND (
    m.key IN (SELECT machine_key FROM benchmark_agreed)
    OR (m.customer_id IN (SELECT customer_id FROM data_use_accepted) AND coalesce(s.support_ends > now(), true)));

-- What machines of a model send, for its data sheet. Staff read it too, for quotes; customers are answered by the product itself.
CREATE TABLE model_data_sheet (
  model text PRIMARY KEY,
  -- Medians over the machines; null where they would disclose single ones.
  records_per_day double precision,
  record_bytes double precision,
  -- Values that enough of them send: [{"name": "...", "dataType": "number"}].
  sent jsonb NOT NULL
);
ALTER TABLE model_data_sheet ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON model_data_sheet FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON model_data_sheet TO packhouse_app;

-- When they were worked out last, and the last day that counts.
CREATE TABLE model_data_sheet_snapshot (
  only_one boolean PRIMARY KEY DEFAULT true CONSTRAINT model_data_sheet_snapshot_only_one CHECK (only_one),
  through date NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE model_data_sheet_snapshot ENABLE ROW LEVEL SECURITY;
CREATE POLICY of_staff ON model_data_sheet_snapshot FOR SELECT TO packhouse_staff USING (true);
GRANT SELECT ON model_data_sheet_snapshot TO packhouse_app;
