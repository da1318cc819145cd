import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ClonedDatabase, createEmptyDatabase } from '../support/databases.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const MIGRATION = '0035-matrix-materials.sql'
let database: ClonedDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createEmptyDatabase(inject('databaseServer'))
  client = new pg.Client(database.url)
  await client.connect()
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()
  for (const file of files.filter((one) => one < MIGRATION)) {
    await client.query(await readFile(join(FOLDER, file), 'utf8'))
  }
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

test('materials that cells named as texts become answers of their own, and nothing is lost', async () => {
  await client.query(`
    WITH type AS (INSERT INTO machine_type (code, name, category) VALUES ('T', 'T', 'vffs') RETURNING id),
      machine AS (INSERT INTO library_machine (model, name, type_id, lifecycle) SELECT 'M', 'M', id, 'draft' FROM type RETURNING id),
      style AS (INSERT INTO packaging_style (code, name, family, swap_length_width, materials)
        SELECT 'S' || n, 'S', 'bag', false, '{}' FROM generate_series(1, 4) n RETURNING id, code)
    INSERT INTO compatibility (machine_id, style_id, result, materials, evidence, verified_on)
    SELECT machine.id, style.id, (ARRAY['yes', 'conditional', 'no', 'yes'])[substr(code, 2)::int],
      (ARRAY['{Paper,"Foil, 40 µm"}', '{mono-pe}', '{MONO-PE,mono-PE}', '{}'])[substr(code, 2)::int]::text[], 'reference', '2026-01-02'
    FROM machine, style`)
  await client.query(await readFile(join(FOLDER, MIGRATION), 'utf8'))
  const { rows } = await client.query(`
    SELECT s.code, m.code AS material, own.result, own.evidence, own.trial_on::text, own.notes
    FROM compatibility_material own JOIN compatibility c ON c.id = own.compatibility_id JOIN packaging_style s ON s.id = c.style_id
      JOIN packaging_material m ON m.id = own.material_id ORDER BY s.code, m.code COLLATE "C"`)
  const of = { evidence: 'reference', trial_on: '2026-01-02', notes: null }
  expect(rows).toEqual([
    { code: 'S1', material: 'Foil, 40 µm', result: 'yes', ...of },
    { code: 'S1', material: 'paper', result: 'yes', ...of },
    { code: 'S2', material: 'mono-PE', result: 'conditional', ...of, notes: 'Under the conditions of the cell' },
    { code: 'S3', material: 'mono-PE', result: 'no', ...of },
  ])
  const answers = await client.query(`
    SELECT string_agg(left(a.result, 1), '' ORDER BY s.code) AS letters
    FROM packaging_material m CROSS JOIN compatibility_answers(m.id) a JOIN packaging_style s ON s.id = a.style_id
    WHERE m.code IN ('paper', 'mono-PE', 'PLA') GROUP BY m.code ORDER BY m.code COLLATE "C"`)
  // As they were read before, of a material that nobody named, of mono-PE and of paper.
  expect(answers.rows.map(({ letters }) => letters)).toEqual(['uuuy', 'ucny', 'yuuy'])
})
