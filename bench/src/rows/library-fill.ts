/**
 * A library of machines of nine types, of styles and of cells. Machines of a type agree but for one answer in twenty, as those of a
 * maker do; evidence of a machine is of one day. Parameters: machines, styles, filled pairs of 1,000, seed.
 */
export const FILL_LIBRARY = `
  WITH types AS (
    INSERT INTO machine_type (code, name, category)
    SELECT 'BENCH-' || category, category, category FROM unnest(ARRAY['vffs', 'hffs', 'flowWrapper', 'traySealer', 'cartoner',
      'casePacker', 'palletiser', 'labeller', 'weigher']) category RETURNING id, code
  ), numbered AS (SELECT id, code, row_number() OVER (ORDER BY code) AS place FROM types
  ), machines AS (
    INSERT INTO library_machine (model, name, type_id, lifecycle)
    SELECT 'M-' || lpad(n::text, 5, '0'), 'Machine ' || n, numbered.id, 'active'
    FROM generate_series(1, $1::int) n JOIN numbered ON numbered.place = 1 + n * 9 / ($1::int + 1) RETURNING id, model, type_id
  ), styles AS (
    INSERT INTO packaging_style (code, name, family, swap_length_width, materials)
    SELECT 'S-' || lpad(n::text, 4, '0'), 'Style ' || n, (ARRAY['bag', 'pouch', 'tray', 'carton', 'case'])[1 + n * 5 / ($2::int + 1)], false, '{}'
    FROM generate_series(1, $2::int) n RETURNING id, code
  ), pairs AS (
    SELECT m.id AS machine_id, s.id AS style_id, CASE WHEN own.r % 20 = 0 THEN own.r / 20 ELSE ofType.r END AS r, machine.r AS age
    FROM machines m CROSS JOIN styles s JOIN numbered t ON t.id = m.type_id
      CROSS JOIN LATERAL (SELECT ('x' || substr(md5($4::int || m.model || s.code), 1, 7))::bit(28)::int) own (r)
      CROSS JOIN LATERAL (SELECT ('x' || substr(md5($4::int || t.code || s.code), 1, 7))::bit(28)::int) ofType (r)
      CROSS JOIN LATERAL (SELECT ('x' || substr(md5($4::int || m.model), 1, 7))::bit(28)::int) machine (r)
  )
  INSERT INTO compatibility (machine_id, style_id, result, evidence, verified_on, tooling_cost)
  SELECT machine_id, style_id, (ARRAY['yes', 'no', 'no', 'yes', 'conditional', 'no', 'unknown', 'yes'])[1 + r / 1000 % 8], 'judgement',
    current_date - (age % 1000), 250
  FROM pairs WHERE r % 1000 < $3::int`
