import type { Matrix } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { Draws } from '../support/random-rows.ts'
import { seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { EMPTY_LIBRARY, LibraryRows } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const MATRIX = '/machines/compatibility-matrix'
const STEPS = 60

/** Answers of the pairs, by SQL as another process would change them. Each takes two random numbers below the number of pairs. */
const CHANGES = [
  `UPDATE compatibility SET result = CASE result WHEN 'yes' THEN 'no' ELSE 'yes' END WHERE id = (SELECT id FROM compatibility ORDER BY id OFFSET $1 LIMIT 1)`,
  `UPDATE compatibility SET evidence = 'measured', verified_on = current_date - 1000 WHERE id = (SELECT id FROM compatibility ORDER BY id OFFSET $1 LIMIT 1)`,
  'DELETE FROM compatibility WHERE id = (SELECT id FROM compatibility ORDER BY id OFFSET $1 LIMIT 1)',
  `INSERT INTO compatibility (machine_id, style_id, result)
   SELECT m.id, s.id, 'yes' FROM library_machine m, packaging_style s
   WHERE NOT EXISTS (SELECT FROM compatibility c WHERE c.machine_id = m.id AND c.style_id = s.id) ORDER BY m.id, s.id LIMIT 2`,
  // A cell goes to another machine.
  `UPDATE compatibility c SET machine_id = m.id FROM library_machine m WHERE c.id = (SELECT id FROM compatibility ORDER BY id OFFSET $1 LIMIT 1)
   AND NOT EXISTS (SELECT FROM compatibility o WHERE o.machine_id = m.id AND o.style_id = c.style_id)`,
  `INSERT INTO compatibility_material (compatibility_id, material_id, result)
   SELECT c.id, p.id, 'no' FROM (SELECT id FROM compatibility ORDER BY id OFFSET $1 LIMIT 1) c, packaging_material p WHERE p.code = 'paper' ON CONFLICT DO NOTHING`,
  `UPDATE compatibility_material SET result = 'yes' WHERE id = (SELECT id FROM compatibility_material ORDER BY id LIMIT 1)`,
  'DELETE FROM compatibility_material WHERE id = (SELECT id FROM compatibility_material ORDER BY id LIMIT 1)',
  `UPDATE packaging_style SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id = (SELECT id FROM packaging_style ORDER BY id OFFSET $1 % 6 LIMIT 1)`,
  `UPDATE library_machine SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END WHERE id = (SELECT id FROM library_machine ORDER BY id OFFSET $1 % 6 LIMIT 1)`,
]

/** The whole matrix, which is made from the last one, and the same from a window, which is read from the cells each time. */
async function bothOf(material?: string) {
  const more = material === undefined ? '' : `material=${material}&`
  const whole = await rows.must<Matrix>('GET', `${MATRIX}?${more}`)
  const window = await rows.must<Matrix>('GET', `${MATRIX}?${more}machineCount=1999`)
  return { whole, window }
}

describe('the whole matrix', () => {
  beforeAll(async () => {
    staff = await app.as('staff')
    await app.sql(EMPTY_LIBRARY)
    const type = await rows.type()
    for (let made = 0; made < 6; made++) await rows.machine(type)
    for (let made = 0; made < 6; made++) await rows.style()
    await app.sql(
      `INSERT INTO compatibility (machine_id, style_id, result) SELECT m.id, s.id, 'yes' FROM library_machine m, packaging_style s
       WHERE m.id::text < s.id::text OR m.model LIKE '%1%'`,
    )
  })

  test('is that of its cells after every change, with and without a material', async () => {
    const draws = new Draws(seed)
    await bothOf()
    await bothOf('paper')
    for (let step = 0; step < STEPS; step++) {
      const change = draws.pick(CHANGES)
      await app.sql(change, change.includes('$1') ? [draws.below(12)] : [])
      const [own, paper] = [await bothOf(), await bothOf('paper')]
      expect(own.whole, `step ${step}: ${change}`).toEqual(own.window)
      expect(paper.whole, `step ${step}: ${change}`).toEqual(paper.window)
    }
  })

  test('has the changes of two transactions that end at about the same time', async () => {
    for (let round = 0; round < 10; round++) {
      const change = `UPDATE compatibility SET result = CASE result WHEN 'yes' THEN 'no' ELSE 'yes' END WHERE machine_id = (
        SELECT machine_id FROM compatibility GROUP BY machine_id ORDER BY machine_id OFFSET $1 LIMIT 1)`
      const ended = [app.sql(change, [0]), app.sql(change, [1]), bothOf(), app.sql(change, [0])]
      await Promise.all(ended)
      const { whole, window } = await bothOf()
      expect(whole).toEqual(window)
    }
  })
})
