import type { CellHistoryEntry, CompatibilityPair, Matrix, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const MATRIX = '/machines/compatibility-matrix'
let paper: string
let monoPe: string
let monoPp: string

beforeAll(async () => {
  staff = await app.as('staff')
  paper = await rows.materialId('paper')
  monoPe = await rows.materialId('mono-PE')
  monoPp = await rows.materialId('mono-PP')
})

const OLD = '2020-01-01'

/** One machine with a cell that says the same of all materials, one that lists two of them, and an open pair. */
async function world() {
  const machine = await rows.machine(await rows.type())
  const styles = [await rows.style(), await rows.style(), await rows.style()] as const
  const general = await rows.cell(machine, styles[0])
  const listing = await rows.cell(machine, styles[1], {
    result: 'no',
    materials: [
      { materialId: paper, result: 'yes', evidence: 'acceptanceTest', trialOn: OLD },
      { materialId: monoPe, result: 'conditional', notes: 'at half the speed' },
    ],
  })
  return { machine, styles, general, listing }
}

async function letters(machine: Row, styles: readonly Row[], query: string): Promise<string> {
  const matrix = await rows.must<Matrix>('GET', `${MATRIX}?${query}`)
  const line = matrix.rows[matrix.machines.findIndex(({ id }) => id === machine.id)] ?? ''
  return styles.map((style) => line[matrix.styles.findIndex(({ id }) => id === style.id)]).join('')
}

async function historyOf(machine: Row, style: Row): Promise<CellHistoryEntry[]> {
  const path = `/machines/${machine.id}/compatible-styles/${style.id}/history`
  return (await rows.must<Page<CellHistoryEntry>>('GET', path)).items
}

describe('the matrix for one material', () => {
  test('has its own answer, unknown where a cell lists others, and else what the cell says of all', async () => {
    const { machine, styles } = await world()
    for (const [query, expected] of [
      ['', 'YNU'],
      ['material=paper', 'YyU'],
      ['material=MONO-pe', 'YCU'],
      ['material=mono-PP', 'YUU'],
      ['material=paper&machineCount=2000&styleCount=499', 'YyU'],
    ] as const) {
      expect(await letters(machine, styles, query), query).toBe(expected)
    }
    const wrong = expectProblem(await rows.send('GET', `${MATRIX}?material=gold`), 'invalid_request')
    expect(wrong.errors?.map(({ path }) => path)).toEqual(['query.material'])
  })

  test('is known by revision and material: each has a tag of its own, and a change of an answer raises it', async () => {
    const { listing } = await world()
    const tagOf = async (query: string) => String((await rows.send('GET', `${MATRIX}?${query}`)).headers.etag)
    const [all, one] = [await tagOf(''), await tagOf('material=paper')]
    expect(all).not.toBe(one)
    const repeated = await staff.request(`/v1/machine-library${MATRIX}?material=paper`, {
      headers: { 'if-none-match': one },
    })
    expect([repeated.status, repeated.text]).toEqual([304, ''])
    const other = await staff.request(`/v1/machine-library${MATRIX}?material=mono-PE`, {
      headers: { 'if-none-match': one },
    })
    expect(other.status).toBe(200)
    await rows.must('POST', `/compatibility/${listing.id}/materials`, { materialId: monoPp, result: 'no' })
    expect(await tagOf('material=paper')).not.toBe(one)
  })

  test('is read by pairs and by the job that asks for a style, with the answers of all materials', async () => {
    const { machine, styles } = await world()
    const path = `/machines/${machine.id}/compatible-styles`
    const found = await rows.must<Page<CompatibilityPair>>('GET', `${path}?material=paper&result=yes`)
    expect(found.items.map(({ style }) => style.id)).toEqual([styles[0].id, styles[1].id])
    expect(found.items[1]?.materials.map(({ materialId, result }) => [materialId, result])).toEqual([
      [monoPe, 'conditional'],
      [paper, 'yes'],
    ])
    const pair = await rows.must<CompatibilityPair>('GET', `${path}/${styles[1].id}?material=mono-PP`)
    expect(pair).toMatchObject({ result: 'unknown', cell: { result: 'no' } })
    expect(await rows.must('GET', `${path}/${styles[2].id}`)).toMatchObject({ result: 'unknown', cell: null })
    const answers = await app.sql<{ result: string; evidence: string | null }>(
      'SELECT result, evidence FROM compatibility_answers($1) WHERE machine_id = $2 AND style_id = ANY ($3) ORDER BY style_id',
      [paper, machine.id, styles.map(({ id }) => id)],
    )
    expect(answers).toEqual([
      { result: 'yes', evidence: null },
      { result: 'yes', evidence: 'acceptanceTest' },
    ])
  })
})

describe('the answer of a cell for a material', () => {
  test('is a condition of the cell, needs words where it is conditional, and is there once', async () => {
    const machine = await rows.machine(await rows.type())
    const cell = await rows.cell(machine, await rows.style(), {
      result: 'conditional',
      materials: [{ materialId: paper, result: 'yes' }],
    })
    const path = `/compatibility/${cell.id}/materials`
    expect(await rows.faults('POST', path, { materialId: monoPe, result: 'conditional' })).toEqual(['body.notes'])
    expectProblem(await rows.send('POST', path, { materialId: paper, result: 'no' }), 'duplicate')
    const { rowVersion } = await rows.must('GET', `/compatibility/${cell.id}`)
    expect(await rows.faults('PUT', `/compatibility/${cell.id}`, { rowVersion, materials: [] })).toEqual([
      'body.result',
    ])
    expectProblem(await rows.send('DELETE', `/materials/${paper}`), 'referenced')
  })

  test('is a change of its cell, so that two people see each other, and goes with it into the history', async () => {
    const { machine, styles, listing } = await world()
    const { materials } = await rows.must<{ materials: Row[] }>('GET', `/compatibility/${listing.id}`)
    const [own] = materials
    await rows.must('PUT', `/compatibility-materials/${own?.id}`, { rowVersion: 1, result: 'no' })
    expectProblem(await rows.send('PUT', `/compatibility/${listing.id}`, { rowVersion: 1, result: 'yes' }), 'stale')
    await rows.must('DELETE', `/packaging-styles/${styles[1].id}/machines/${machine.id}`)
    const [removed] = await app.sql<{ count: number }>(
      `SELECT count(*)::int FROM audit_entry WHERE resource = 'compatibilityMaterial' AND action = 'delete'
         AND before ->> 'compatibilityId' = $1`,
      [listing.id],
    )
    expect(removed?.count).toBe(2)
    expect((await historyOf(machine, styles[1])).filter(({ material }) => material === null)).toMatchObject([
      { action: 'delete' },
      { action: 'create' },
    ])
  })

  test('is in the history of its cell with who, when and what, also once it is gone', async () => {
    const { machine, styles, general, listing } = await world()
    await rows.must('POST', `/compatibility/${general.id}/materials`, { materialId: monoPp, result: 'no' })
    const { materials } = await rows.must<{ materials: Row[] }>('GET', `/compatibility/${listing.id}`)
    const [own] = materials.filter(({ materialId }) => materialId === paper)
    await rows.must('PUT', `/compatibility-materials/${own?.id}`, { rowVersion: 1, result: 'no' })
    await rows.must('DELETE', `/compatibility-materials/${own?.id}`)
    const entries = await historyOf(machine, styles[1])
    const short = entries.map(({ action, material }) => `${action} ${material?.code ?? 'cell'}`)
    expect(short.slice(0, 2)).toEqual(['delete paper', 'update paper'])
    expect(short.slice(2).sort()).toEqual(['create cell', 'create mono-PE', 'create paper'])
    const { at, actor, changes } = entries[1] ?? {}
    expect(new Date(at ?? '').getTime()).toBeGreaterThan(Date.now() - 3_600_000)
    expect(actor?.name).toBe('Maren Holm')
    expect(changes).toEqual([{ field: 'result', before: 'yes', after: 'no' }])
    expect((await historyOf(machine, styles[0])).map(({ material }) => material?.id)).toEqual([monoPp, undefined])
  })

  test('is copied with its machine, without the evidence', async () => {
    const { machine } = await world()
    const copy = await rows.must('POST', `/machines/${machine.id}/duplicate`, { model: 'WITH-MATERIALS' })
    const { items } = await rows.must<Page<CompatibilityPair>>(
      'GET',
      `/machines/${copy.id}/compatible-styles?result=no`,
    )
    expect(items[0]?.materials).toMatchObject([
      { materialId: monoPe, result: 'conditional', notes: 'at half the speed' },
      { materialId: paper, result: 'yes', evidence: null, trialOn: null },
    ])
  })
})

test('the whole matrix is made once for a revision, compressed as the client takes it, and again after a change', async () => {
  const { machine, styles, general } = await world()
  const read = async (encoding: string) =>
    await staff.request(`/v1/machine-library${MATRIX}`, { headers: { 'accept-encoding': encoding } })
  const [zipped, plain] = [await read('gzip'), await read('identity')]
  expect([zipped.headers['content-encoding'], plain.headers['content-encoding']]).toEqual(['gzip', undefined])
  expect(zipped.headers.etag).not.toBe(plain.headers.etag)
  await rows.must('PUT', `/compatibility/${general.id}`, { rowVersion: 1, ...CONDITIONAL })
  expect(await letters(machine, [styles[0]], '')).toBe('C')
})

test('the product brings the usual materials', async () => {
  const seeded = await app.sql<{ code: string }>('SELECT code FROM packaging_material ORDER BY code COLLATE "C"')
  expect(seeded.map(({ code }) => code)).toContain('PE-R35')
})
