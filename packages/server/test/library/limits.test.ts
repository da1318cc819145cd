import type { DocumentsOfMachine, FilterOptions, MachineConfiguration, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
})

/** So many options of a machine, by name from `O-0001`; faster than through the API. */
async function manyOptions(machine: Row, count: number): Promise<string[]> {
  const made = await app.sql<{ id: string }>(
    `WITH defined AS (INSERT INTO option_definition (code, name, input_kind, choices)
       SELECT $2 || n, 'O-' || lpad(n::text, 4, '0'), 'yesNo', '{}' FROM generate_series(1, $3) n RETURNING id, name)
     INSERT INTO machine_option (machine_id, definition_id, name, availability)
       SELECT $1, id, name, 'optional' FROM defined ORDER BY name RETURNING id`,
    [machine.id, `${machine.model}-`, count],
  )
  return made.map(({ id }) => id)
}

const pairsOf = async (table: string, { id }: Row) =>
  await app.sql<{ one: string; other: string }>(
    `SELECT a.name AS one, b.name AS other FROM ${table} p JOIN machine_option a ON a.id = p.option_id
       JOIN machine_option b ON b.id = p.other_id WHERE a.machine_id = $1 ORDER BY 1, 2`,
    [id],
  )

/** How often the library has refused for this reason. */
async function refused(reason: string): Promise<number> {
  const { body } = await staff.request('/v1/health/refusals')
  return (body as { refused: Record<string, number> }).refused[`library.${reason}`] ?? 0
}

describe('the fields of types', () => {
  const fields = async ({ id }: Row, count: number, prefix: string) =>
    await app.sql(
      `INSERT INTO field_spec (type_id, key, label, kind, options, required, filterable, in_quote, sort)
       SELECT $1, $2 || n, $2 || n, 'text', '{}', false, true, false, n FROM generate_series(1, $3) n`,
      [id, prefix, count],
    )

  test('are 200 at most, also where many come at once', async () => {
    const type = await rows.type()
    await expect(fields(type, 201, 'over')).rejects.toThrow(/as many as there may be/)
    await fields(type, 200, 'full')
    const body = { key: 'more', label: 'More', kind: 'text' }
    expect(await rows.faults('POST', `/machine-types/${type.id}/field-specs`, body)).toEqual(['body.key'])
    const machine = await rows.machine(type)
    const values = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`key${n}`, 'x']))
    expectProblem(await rows.setSpecs(machine, values), 'invalid_request')
    expect((await rows.setSpecs(machine, { full1: 'x'.repeat(2_000_000) })).status).toBe(413)
  })

  test('are counted for filters as far as 200 of them and 100 values of each', { tags: ['long'] }, async () => {
    const types = [await rows.type(), await rows.type()]
    for (const [place, type] of types.entries()) {
      await fields(type, 150, `type${place}n`)
      await app.sql(
        `INSERT INTO library_machine (model, name, type_id, lifecycle)
         SELECT $2 || n, 'x', $1, 'draft' FROM generate_series(1, 101) n`,
        [type.id, `${type.code}-`],
      )
      await app.sql(
        `INSERT INTO spec_value (machine_id, field_spec_id, words)
         SELECT m.id, f.id, m.model FROM library_machine m JOIN field_spec f USING (type_id) WHERE type_id = $1`,
        [type.id],
      )
    }
    const query = types.map(({ id }) => `typeId=${id}`).join('&')
    const { specs } = await rows.must<FilterOptions>('GET', `/machines/filter-options?${query}`)
    expect(specs.length).toBe(200)
    expect(new Set(specs.map(({ count, values }) => [count, values.length].join()))).toEqual(new Set(['101,100']))
    const asked = await rows.must<FilterOptions>(
      'GET',
      `/machines/filter-options?${query}&spec=type1n150:none&spec=type1n149:none`,
    )
    expect(asked.specs.map(({ key }) => key)).toEqual([])
  })

  test('filter by 20 conditions at most', async () => {
    await rows.field(await rows.type(), 'bounded', 'number')
    const query = (count: number) => Array.from({ length: count }, (_, n) => `spec=bounded:${n}..`).join('&')
    for (const path of ['/machines', '/machines/filter-options', '/machines/export']) {
      expect((await rows.send('GET', `${path}?${query(20)}`)).status).toBe(200)
      for (const count of [21, 300]) expect(await rows.faults('GET', `${path}?${query(count)}`)).toEqual(['query.spec'])
    }
  })
})

describe('a machine with 1,000 options', () => {
  /** The end of the chain. */
  const LAST = 39
  let machine: Row
  let ids: string[] = []
  const attach = async (kind: 'requires' | 'excludes', from: number, others: readonly string[]) =>
    await rows.send('POST', `/machine-options/${ids[from]}/${kind}/attach`, { ids: others })

  beforeAll(async () => {
    machine = await rows.machine(await rows.type())
    ids = await manyOptions(machine, 1_000)
    // Each requires the next: a long way that a circle could be closed by. To name all that is on a way takes its length squared.
    await app.sql(
      `INSERT INTO machine_option_requires SELECT one, other FROM unnest($1::uuid[], $2::uuid[]) p (one, other)`,
      [ids.slice(0, LAST), ids.slice(1, LAST + 1)],
    )
  })

  test('has no more', async () => {
    const definition = await rows.must('POST', '/option-definitions', { code: 'ONE-MORE', name: 'One more' })
    const body = { machineId: machine.id, definitionId: definition.id, name: 'One more' }
    expect(await rows.faults('POST', '/machine-options', body)).toEqual(['body.definitionId'])
  })

  test('refuses a circle and a contradiction at the far end, and takes many pairs in one change', async () => {
    expectProblem(await attach('requires', LAST, [ids[0] ?? '']), 'invalid_request')
    expectProblem(await attach('excludes', 0, [ids[LAST] ?? '']), 'invalid_request')
    expectProblem(await attach('excludes', LAST, [ids[0] ?? '']), 'invalid_request')
    expect((await attach('requires', LAST, ids.slice(500, 750))).status).toBe(204)
    expect((await attach('excludes', 0, ids.slice(750))).status).toBe(204)
    // The contradiction is between what both ends require.
    expectProblem(await attach('requires', 600, [ids[999] ?? '']), 'invalid_request')
    expectProblem(await attach('excludes', 600, [ids[700] ?? '']), 'invalid_request')
    expect((await pairsOf('machine_option_excludes', machine)).length).toBe(250)
  })

  test('takes 1,000 ids in one change at most', async () => {
    expectProblem(await attach('requires', 0, [...ids, crypto.randomUUID()]), 'invalid_request')
  })

  test('is duplicated with every option and rule', { tags: ['long'] }, async () => {
    const copy = await rows.must('POST', `/machines/${machine.id}/duplicate`, { model: 'THOUSAND' })
    expect(await rows.must('GET', `/machine-options?machineId=${copy.id}`)).toMatchObject({ total: 1_000 })
    for (const table of ['machine_option_requires', 'machine_option_excludes']) {
      expect(await pairsOf(table, copy)).toEqual(await pairsOf(table, machine))
    }
    // The rules of the copy are checked like those of the original.
    const { items } = await rows.must<Page<Row>>('GET', `/machines/${copy.id}/options?sort=name&pageSize=1`)
    expect(await rows.must('GET', `/machine-options/${items[0]?.id}/requires`)).toMatchObject({ total: 1 })
    const [last] = await app.sql<{ id: string }>(
      `SELECT id FROM machine_option WHERE machine_id = $1 AND name = 'O-0040'`,
      [copy.id],
    )
    const closing = await rows.send('POST', `/machine-options/${last?.id}/requires/attach`, { ids: [items[0]?.id] })
    expectProblem(closing, 'invalid_request')
  })
})

describe('a chain of 400 options that need one another', () => {
  const LENGTH = 400
  let machine: Row
  let ids: string[]

  beforeAll(async () => {
    machine = await rows.machine(await rows.type())
    ids = await manyOptions(machine, LENGTH)
    const [others, last] = [ids.slice(1), ids.length - 1]
    await app.sql(
      `INSERT INTO machine_option_requires (option_id, other_id)
       SELECT one, other FROM unnest($1::uuid[], $2::uuid[]) pairs (one, other)`,
      [ids.slice(0, last), others],
    )
  })

  test('is explained as far as the steps go; the answer says so and the end of the steps is counted', async () => {
    const counted = async () => await refused('reason_given_up')
    const before = await counted()
    const body = { chosen: [ids[0]], explain: [ids[LENGTH - 1]] }
    const answer = await rows.must<MachineConfiguration>('POST', `/machines/${machine.id}/configure`, body)
    const last = answer.options.find(({ id }) => id === ids[LENGTH - 1])
    expect(last).toMatchObject({ state: 'implied', reason: { isMinimal: false, choices: [{ option: ids[0] }] } })
    expect(last?.reason?.rules).toHaveLength(LENGTH - 1)
    // No reason takes the steps of the others: each of the first 50 has one.
    expect(answer.reasonsLeftOut).toBe(LENGTH - 1 - 50)
    expect(await counted()).toBe(before + 1)
  })

  test('is named by its first rules where a change contradicts it', async () => {
    const body = { machineId: machine.id, kind: 'included', name: 'Always', options: [{ optionId: ids[0] }] }
    await rows.must('POST', '/machine-option-rules', body)
    const last = { ...body, kind: 'unavailable', name: 'Never', options: [{ optionId: ids[LENGTH - 1] }] }
    const { errors = [] } = expectProblem(await rows.send('POST', '/machine-option-rules', last), 'invalid_request')
    expect(errors.map(({ code }) => code)).toContain('noSolution')
    const { message = '' } = errors.find(({ code }) => code === 'noSolution') ?? {}
    expect(message).toMatch(/and 393 other rules/)
    expect(message.length).toBeLessThan(1_000)
  })
})

test('the documents of a machine come in pages, each with its 100 newest files', async () => {
  const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'CRT-1301'`)
  await app.sql(
    `WITH made AS (INSERT INTO machine_document (machine_id, kind, title, revision, visibility)
       SELECT $1, 'manual', 'Manual ' || lpad(n::text, 3, '0'), 'A', 'customer' FROM generate_series(1, 201) n RETURNING id, title)
     INSERT INTO attached_file (owner_table, owner_id, name, content_type, size, sha256)
       SELECT 'machine_document', id, 'f' || n || '.txt', 'text/plain', 1, repeat('0', 64) FROM made, generate_series(1, 101) n
       WHERE title = 'Manual 001'`,
    [machine?.id],
  )
  const read = async (query: string) => {
    const answer = await staff.get(`/v1/ignition/machines/CRT-1301/documents?${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as DocumentsOfMachine
  }
  const page = await read('')
  expect([page.documents.length, page.total, page.pageSize]).toEqual([25, 201, 25])
  expect(page.documents.map(({ files }) => files.length).slice(0, 2)).toEqual([100, 0])
  expect((await read('pageSize=200&page=2')).documents.map(({ title }) => title)).toEqual(['Manual 201'])
  expectProblem(await staff.get('/v1/ignition/machines/CRT-1301/documents?pageSize=201'), 'invalid_request')
})
