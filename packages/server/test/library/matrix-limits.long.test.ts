import type { FilterOptions, Matrix, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { EMPTY_LIBRARY, LibraryRows } from './library-rows.ts'

/** Windows of a few machines and styles are in `compatibility.test.ts`. */
const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const MATRIX = '/machines/compatibility-matrix'

beforeAll(async () => {
  staff = await app.as('staff')
})

describe('a library of more machines and styles than a matrix shows', () => {
  const [MACHINES, STYLES] = [2_001, 501]

  beforeAll(async () => {
    await app.sql(EMPTY_LIBRARY)
    const type = await rows.type()
    await app.sql(
      `INSERT INTO library_machine (model, name, type_id, lifecycle)
       SELECT 'L-' || lpad(n::text, 5, '0'), 'Machine ' || n, $1, 'active' FROM generate_series(1, $2) n`,
      [type.id, MACHINES],
    )
    await app.sql(
      `INSERT INTO packaging_style (code, name, family, swap_length_width, materials)
       SELECT 'P-' || lpad(n::text, 5, '0'), 'Style ' || n, 'bag', false, '{}' FROM generate_series(1, $1) n`,
      [STYLES],
    )
    await app.sql(
      `INSERT INTO compatibility (machine_id, style_id, result)
       SELECT m.id, s.id, 'yes' FROM library_machine m, packaging_style s
       WHERE (substr(m.model, 3)::int + substr(s.code, 3)::int) % 100 < 3`,
    )
  })

  test('is answered in a window of 2,000 by 500 at most, which says how much there is', async () => {
    const answer = await rows.send('GET', MATRIX)
    const matrix = answer.body as Matrix
    expect(matrix).toMatchObject({ machineCount: MACHINES, styleCount: STYLES })
    expect([matrix.machines.length, matrix.rows.length]).toEqual([2_000, 2_000])
    expect(new Set(matrix.rows.map((line) => line.length))).toEqual(new Set([500]))
    const answered = matrix.rows.join('').replaceAll('U', '').length
    expect(answered).toBe(2_000 * 15)
    // A letter for each pair and a line for each machine and style: within 2 MB before compression.
    expect(answer.text.length).toBeLessThan(2_000_000)
    const rest = await rows.must<Matrix>('GET', `${MATRIX}?machineFrom=2000&styleFrom=500`)
    expect([rest.machines.length, rest.styles.length]).toEqual([1, 1])
  })

  test('is exported whole', async () => {
    const [head = '', ...lines] = (await rows.send('GET', `${MATRIX}/export`)).text.trim().split('\r\n')
    expect([head.split(',').length, lines.length]).toEqual([STYLES + 2, MACHINES])
    const [stored] = await app.sql<{ count: number }>('SELECT count(*)::int AS count FROM compatibility')
    expect(lines.join(',').match(/,yes/g)?.length).toBe(stored?.count)
    expect(lines.at(-1)).toMatch(/^L-02001,/)
  })

  test('has pages of pairs of 200 at most', async () => {
    const [machine] = await app.sql<{ id: string }>(`SELECT id FROM library_machine WHERE model = 'L-00001'`)
    const path = `/machines/${machine?.id}/compatible-styles`
    const page = await rows.must<Page<unknown>>('GET', `${path}?pageSize=200`)
    expect([page.items.length, page.total]).toEqual([200, STYLES])
    expect(await rows.faults('GET', `${path}?pageSize=201`)).toEqual(['query.pageSize'])
    expect(await rows.faults('GET', '/machine-options?pageSize=201')).toEqual(['query.pageSize'])
  })

  test('counts the 500 most frequent values of a filter', async () => {
    const { styleId } = await rows.must<FilterOptions>('GET', '/machines/filter-options')
    expect(styleId.length).toBe(500)
    expect(styleId.map(({ label }) => label)).toEqual(styleId.map(({ label }) => label).toSorted())
  })
})
