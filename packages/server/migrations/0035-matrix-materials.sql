-- Materials as a dimension of the matrix: a reference list, and answers of a cell for single materials.
CREATE TABLE packaging_material (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  code text NOT NULL,
  name text NOT NULL COLLATE "und-x-icu",
  family text NOT NULL CONSTRAINT packaging_material_family_known
    CHECK (family IN ('paper', 'monoPlastic', 'multilayer', 'compostable', 'other')),
  recycled_share int,
  notes text,
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (' ' || search_fold(code || ' ' || name)) STORED
);
CREATE UNIQUE INDEX packaging_material_code_taken ON packaging_material (lower(code)) WHERE deleted_at IS NULL;
CALL add_stamps('packaging_material');
CALL protect_for_staff('packaging_material');
INSERT INTO packaging_material (code, name, family, recycled_share) VALUES
  ('paper', 'Paper', 'paper', NULL),
  ('paper-coated', 'Paper with a barrier coating', 'paper', NULL),
  ('board', 'Board', 'paper', NULL),
  ('corrugated', 'Corrugated board', 'paper', NULL),
  ('mono-PE', 'Mono-PE', 'monoPlastic', NULL),
  ('mono-PP', 'Mono-PP', 'monoPlastic', NULL),
  ('mono-PET', 'Mono-PET', 'monoPlastic', NULL),
  ('PE-R10', 'Mono-PE, 10 % recycled', 'monoPlastic', 10),
  ('PE-R35', 'Mono-PE, 35 % recycled', 'monoPlastic', 35),
  ('PP-R10', 'Mono-PP, 10 % recycled', 'monoPlastic', 10),
  ('PET-R30', 'Mono-PET, 30 % recycled', 'monoPlastic', 30),
  ('multilayer', 'Multilayer film', 'multilayer', NULL),
  ('aluminium', 'Laminate with aluminium', 'multilayer', NULL),
  ('PLA', 'Compostable film', 'compostable', NULL);

CREATE TABLE compatibility_material (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  compatibility_id uuid NOT NULL REFERENCES compatibility (id) ON DELETE CASCADE,
  material_id uuid NOT NULL REFERENCES packaging_material (id),
  result text NOT NULL CONSTRAINT compatibility_material_result_known CHECK (result IN ('yes', 'conditional', 'no', 'unknown')),
  evidence text CONSTRAINT compatibility_material_evidence_known
    CHECK (evidence IN ('measured', 'acceptanceTest', 'reference', 'judgement')),
  trial_on date,
  document_id uuid REFERENCES machine_document (id),
  notes text,
  CONSTRAINT compatibility_material_once UNIQUE (compatibility_id, material_id),
  CONSTRAINT compatibility_material_has_condition CHECK (result <> 'conditional' OR notes IS NOT NULL)
);
CREATE INDEX compatibility_material_of_material ON compatibility_material (material_id, compatibility_id);
CREATE INDEX compatibility_material_of_document ON compatibility_material (document_id);
CALL add_stamps('compatibility_material');
CALL protect_for_staff('compatibility_material');

-- What cells named as texts becomes answers of their own: the answer of the cell held for these materials, and for others nobody had
-- answered. A text that is no code of the list becomes a material of its own.
INSERT INTO packaging_material (code, name, family)
  SELECT DISTINCT ON (lower(named.code)) named.code, named.code, 'other'
  FROM compatibility c CROSS JOIN LATERAL (SELECT left(btrim(material), 32) AS code FROM unnest(c.materials) material) named
  WHERE named.code <> '' AND NOT EXISTS (SELECT FROM packaging_material m WHERE lower(m.code) = lower(named.code))
  ORDER BY lower(named.code), named.code;
INSERT INTO compatibility_material (compatibility_id, material_id, result, evidence, trial_on, document_id, notes)
  SELECT DISTINCT ON (c.id, m.id) c.id, m.id, c.result, c.evidence, c.verified_on, c.document_id,
    CASE WHEN c.result = 'conditional' THEN coalesce(c.notes, 'Under the conditions of the cell') END
  FROM compatibility c CROSS JOIN LATERAL unnest(c.materials) named (code)
    JOIN packaging_material m ON lower(m.code) = lower(left(btrim(named.code), 32));
ALTER TABLE compatibility DROP COLUMN materials;

-- Answers for single materials are conditions too.
CREATE OR REPLACE FUNCTION compatibility_has_condition() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cell uuid := coalesce(to_jsonb(OLD) ->> 'compatibility_id', to_jsonb(NEW) ->> 'id');
BEGIN
  -- Two who take the last two conditions away follow each other.
  IF TG_OP = 'DELETE' THEN
    PERFORM FROM compatibility WHERE id = cell FOR NO KEY UPDATE;
  END IF;
  IF EXISTS (
    SELECT FROM compatibility c WHERE c.id = cell AND c.result = 'conditional' AND num_nonnulls(c.speed_min, c.speed_max, c.length_min,
      c.length_max, c.width_min, c.width_max, c.height_min, c.height_max, c.tooling_cost) = 0
      AND NOT EXISTS (SELECT FROM compatibility_required_option WHERE compatibility_id = cell)
      AND NOT EXISTS (SELECT FROM compatibility_excluded_option WHERE compatibility_id = cell)
      AND NOT EXISTS (SELECT FROM compatibility_material WHERE compatibility_id = cell)
  ) THEN
    RAISE EXCEPTION 'a conditional answer has no condition' USING ERRCODE = '23503', TABLE = 'compatibility',
      CONSTRAINT = 'compatibility_has_condition';
  END IF;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER compatibility_has_condition AFTER DELETE ON compatibility_material
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION compatibility_has_condition();
CREATE CONSTRAINT TRIGGER raise_compatibility_revision AFTER INSERT OR UPDATE OR DELETE ON compatibility_material
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_compatibility_revision();

-- The answers of all cells for a material, or of the cells themselves without one. The own answer of a material counts where there is
-- one; a cell that lists materials says nothing of others; any other cell says what it says of all. A pair without a cell is unknown.
-- PostgreSQL plans it as a part of the statement that reads it, so that conditions on its columns use the indexes.
CREATE FUNCTION compatibility_answers(material uuid)
  RETURNS TABLE (compatibility_id uuid, machine_id uuid, style_id uuid, result text, evidence text, answered_on date)
  LANGUAGE sql STABLE AS $$
  SELECT c.id, c.machine_id, c.style_id,
    CASE WHEN own.id IS NOT NULL THEN own.result
      WHEN material IS NOT NULL AND EXISTS (SELECT FROM compatibility_material o WHERE o.compatibility_id = c.id) THEN 'unknown'
      ELSE c.result END,
    CASE WHEN own.id IS NOT NULL THEN own.evidence
      WHEN material IS NOT NULL AND EXISTS (SELECT FROM compatibility_material o WHERE o.compatibility_id = c.id) THEN NULL
      ELSE c.evidence END,
    CASE WHEN own.id IS NOT NULL THEN own.trial_on
      WHEN material IS NOT NULL AND EXISTS (SELECT FROM compatibility_material o WHERE o.compatibility_id = c.id) THEN NULL
      ELSE c.verified_on END
  FROM compatibility c
    LEFT JOIN compatibility_material own ON own.compatibility_id = c.id AND own.material_id = material
$$;

-- The same rule at the end of the statement, and at the commit where an import asks for that: it stores a machine before its values.
DROP TRIGGER library_machine_required_specs ON library_machine;
CREATE CONSTRAINT TRIGGER library_machine_required_specs AFTER INSERT OR UPDATE OF lifecycle, type_id ON library_machine
  DEFERRABLE INITIALLY IMMEDIATE FOR EACH ROW EXECUTE FUNCTION library_machine_required_specs();
