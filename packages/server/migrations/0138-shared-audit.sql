-- Works with code from: 0124
-- The audit has what machines reported too: a value that somebody wrote to a machine comes with the one it had reported, and reasons of stops and production orders
-- are about what the machine did. Whoever does not see what a machine reports does not read such entries. The rules are in decision 0151.
CREATE POLICY shared_with_reader ON audit_entry AS RESTRICTIVE FOR SELECT TO packhouse_app USING (
  CASE
    -- Other entries cost two comparisons. An entry of a machine that is gone is nobody's to share any more.
    WHEN action = 'write-value' THEN EXISTS (
      SELECT FROM machine m WHERE m.id = audit_entry.row_id AND m.key <> ALL ((SELECT unshared_machines())::int[]))
    WHEN resource IN ('downtime', 'productionOrder') THEN EXISTS (
      SELECT FROM machine m WHERE m.machine_id = coalesce(audit_entry.after, audit_entry.before) ->> 'machineID'
        AND m.key <> ALL ((SELECT unshared_machines())::int[]))
    ELSE true
  END);
