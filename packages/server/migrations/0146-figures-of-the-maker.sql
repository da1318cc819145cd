-- Works with code from: 0124
-- What the maker's own figures leave out, and which promises a recipe has judged again. The rules are in decision 0163.

-- As before, with the newest answer of each customer that accepts.
CREATE OR REPLACE VIEW data_use_accepted AS
  SELECT a.customer_id, max(w.answered_at) AS answered_at
  FROM data_use_agreement a
    CROSS JOIN LATERAL (SELECT accepted, sha256, answered_at FROM data_use_answer w WHERE w.agreement_id = a.id ORDER BY w.id DESC LIMIT 1) w
  WHERE w.accepted AND w.sha256 = data_use_sha256(a.version, a.purposes, a.text, a.agreed_on, a.ended_on) AND a.deleted_at IS NULL
    AND coalesce(a.ended_on >= (now() AT TIME ZONE 'UTC')::date, true)
  GROUP BY a.customer_id;

-- Customers who have said no to the maker's own use and have accepted nothing since. A no outlives the words that it was about: to change them or to end the
-- agreement is for the maker, and no answer of the customer.
CREATE VIEW data_use_declined AS
  SELECT w.customer_id
  FROM (SELECT DISTINCT ON (agreement_id) customer_id, accepted, answered_at FROM data_use_answer ORDER BY agreement_id, id DESC) w
  WHERE NOT w.accepted
    AND NOT EXISTS (SELECT FROM data_use_accepted a WHERE a.customer_id = w.customer_id AND a.answered_at > w.answered_at)
  GROUP BY w.customer_id;

-- The machines that the maker's own figures leave out: those about models and across customers, whatever is shared for the support of a machine. Every such
-- figure asks here, once for each statement.
CREATE FUNCTION machines_left_out() RETURNS int[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public
  RETURN ARRAY(SELECT m.key FROM machine m WHERE m.customer_id IN (SELECT customer_id FROM data_use_declined));
REVOKE EXECUTE ON FUNCTION machines_left_out FROM PUBLIC;
GRANT EXECUTE ON FUNCTION machines_left_out TO packhouse_app;

CREATE OR REPLACE VIEW benchmark_agreed AS
  SELECT m.key AS machine_key, m.customer_id, fold_case(m.configuration_id) AS model
  FROM machine m JOIN machine_sharing s ON s.machine_key = m.key
  WHERE m.deleted_at IS NULL AND m.configuration_id IS NOT NULL
    AND s.benchmark_customer_id = m.customer_id AND coalesce(s.benchmark_until > now(), true)
    AND m.key <> ALL ((SELECT machines_left_out())::int[]);

CREATE OR REPLACE VIEW model_data_sheet_machine AS
  SELECT m.key AS machine_key, fold_case(m.configuration_id) AS model, c.head
  FROM machine m JOIN customer_concern c USING (customer_id) LEFT JOIN machine_sharing s ON s.machine_key = m.key
  WHERE m.deleted_at IS NULL AND m.configuration_id IS NOT NULL AND m.key <> ALL ((SELECT machines_left_out())::int[]) AND (
    m.key IN (SELECT machine_key FROM benchmark_agreed)
    OR (m.customer_id IN (SELECT customer_id FROM data_use_accepted) AND coalesce(s.support_ends > now(), true)));

-- Machines that ran a recipe are looked up by it.
CREATE INDEX fleet_total_by_recipe ON fleet_total (fold_case(recipe));

-- The style of a recipe decides about promises of a style: those of machines that ran it, and those that name it, as far as the row is about their machine.
DROP TRIGGER promises_of_recipe_style ON recipe_style;
CREATE OR REPLACE FUNCTION styles_of_promises_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  marked uuid[] := ARRAY(
    WITH styled AS (
      SELECT DISTINCT fold_case(recipe) AS folded, machine_id, library_machine_id FROM changed
    ), concerned AS (
      SELECT t.machine_key, NULL::uuid AS promise_id, s.machine_id, s.library_machine_id
      FROM styled s JOIN fleet_total t ON fold_case(t.recipe) = s.folded
      UNION ALL
      SELECT o.machine_key, o.promise_id, s.machine_id, s.library_machine_id
      FROM styled s JOIN promise p ON fold_case(btrim(p.recipe)) = s.folded JOIN promise_outcome o ON o.promise_id = p.id
    )
    SELECT DISTINCT o.promise_id
    FROM concerned c JOIN machine m ON m.key = c.machine_key JOIN promise_outcome o ON o.machine_key = m.key JOIN promise p ON p.id = o.promise_id
    WHERE p.style_id IS NOT NULL AND (c.promise_id IS NULL OR c.promise_id = o.promise_id)
      AND (c.machine_id IS NULL OR c.machine_id = m.id)
      AND (c.library_machine_id IS NULL
        OR EXISTS (SELECT FROM library_machine l WHERE l.id = c.library_machine_id AND fold_case(l.model) = fold_case(m.configuration_id)))
  );
BEGIN
  -- In one order, so that two that change the same promises do not wait for each other.
  PERFORM FROM promise_outcome WHERE promise_id = ANY (marked) ORDER BY promise_id FOR UPDATE;
  UPDATE promise_outcome SET mark = nextval('promise_mark') WHERE promise_id = ANY (marked);
  RETURN NULL;
END
$$;
CREATE TRIGGER promises_of_recipe_style AFTER INSERT ON recipe_style REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION styles_of_promises_changed();
CREATE TRIGGER promises_of_recipe_style_before AFTER UPDATE ON recipe_style REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION styles_of_promises_changed();
CREATE TRIGGER promises_of_recipe_style_after AFTER UPDATE ON recipe_style REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION styles_of_promises_changed();
CREATE TRIGGER promises_of_recipe_style_gone AFTER DELETE ON recipe_style REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION styles_of_promises_changed();

-- Each machine of a line becomes an ordered machine. Lines of before may be longer, and everything else of them can be changed.
CREATE FUNCTION project_item_machines_most() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a line has too many machines' USING ERRCODE = '23514', CONSTRAINT = 'project_item_machines_most';
END
$$;
CREATE TRIGGER project_item_machines_most_of_new BEFORE INSERT ON project_item FOR EACH ROW
  WHEN (NEW.library_machine_id IS NOT NULL AND NEW.quantity > 500) EXECUTE FUNCTION project_item_machines_most();
CREATE TRIGGER project_item_machines_most BEFORE UPDATE OF library_machine_id, quantity ON project_item FOR EACH ROW
  WHEN (NEW.library_machine_id IS NOT NULL AND NEW.quantity > 500
    AND (NEW.library_machine_id IS DISTINCT FROM OLD.library_machine_id OR NEW.quantity IS DISTINCT FROM OLD.quantity))
  EXECUTE FUNCTION project_item_machines_most();
