import { deflateRawSync } from 'node:zlib'
import type { GridReport, ImportReport, Page } from '@packhouse/contract'
import { XLSX_TYPE } from '@packhouse/contract'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp({ environment: { XLSX_MAX_UNPACKED_MB: '12', TABLE_MAX_CELLS: '400000' } })
let staff: Caller
const rows = new LibraryRows(() => staff)
const BASE = '/v1/machine-library'
const GRID = `${BASE}/machines/compatibility-matrix`

beforeAll(async () => {
  staff = await app.as('staff')
})

type Values = (string | number | boolean | null)[][]

async function sheet(path: string): Promise<Values> {
  const { status, bytes, headers } = await staff.request(path)
  expect([status, headers['content-type']]).toEqual([200, XLSX_TYPE])
  return (await readXlsx(bytes)).sheets[0]?.rows as Values
}

const workbook = async (values: Values) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet', rows: values }] }))
const csv = (lines: Values) => lines.map((cells) => cells.join(';')).join('\r\n')

async function upload(path: string, body: string | Buffer, language = 'en') {
  const headers = {
    'content-type': typeof body === 'string' ? 'text/csv' : XLSX_TYPE,
    'accept-language': language,
  }
  return await staff.request(path, { method: 'POST', body, headers })
}

async function must<Body>(path: string, body: string | Buffer, language?: string): Promise<Body> {
  const answer = await upload(path, body, language)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Body
}

describe('library machines as a file', () => {
  async function world() {
    const [type, other] = [await rows.type(), await rows.type()]
    await rows.field(type, 'filmWidth', 'number', { max: 1_000, required: true })
    await rows.field(type, 'lengths', 'range')
    await rows.field(type, 'washDown', 'boolean')
    await rows.field(type, 'head', 'enum', { options: ['auger', 'multihead'] })
    await rows.field(other, 'filmWidth', 'text')
    const machine = await rows.machine(type, { name: '=1+1', basePrice: '12.5', notes: '-soft' })
    await rows.setSpecs(machine, { filmWidth: 400, lengths: { from: 100, to: 250.5 }, washDown: true, head: 'auger' })
    return { type, other, machine }
  }

  test('of one type has a column for each field, as numbers, texts and truths, and no formula', async () => {
    const { type, machine } = await world()
    const [head = [], ...lines] = await sheet(`${BASE}/machines/export?format=xlsx&typeId=${type.id}`)
    const cell = (name: string) => lines[0]?.[head.indexOf(name)]
    expect(lines.length).toBe(1)
    expect(['model', 'name', 'basePrice', 'notes'].map(cell)).toEqual([machine.model, '=1+1', 12.5, '-soft'])
    expect(['filmWidth', 'lengths', 'washDown', 'head'].map((key) => cell(`spec.${key}`))).toEqual([
      400,
      '100..250.5',
      true,
      'auger',
    ])
    const text = (await staff.request(`${BASE}/machines/export?typeId=${type.id}`)).text
    expect(text).toContain("'=1+1")
    expect(text.split('\r\n')[0]).toMatch(/spec\.filmWidth,spec\.head,spec\.lengths,spec\.washDown$/)
  })

  test('of several types has one column for all values, and is the filtered list', async () => {
    const { type, other, machine } = await world()
    const second = await rows.machine(other)
    await rows.setSpecs(second, { filmWidth: 'wide; very=wide' })
    const [head = [], ...lines] = await sheet(
      `${BASE}/machines/export?format=xlsx&typeId=${type.id},${other.id}&sort=model`,
    )
    expect(head.at(-1)).toBe('specs')
    expect(lines.map((line) => [line[head.indexOf('model')], line.at(-1)])).toEqual([
      [machine.model, 'filmWidth=400;head=auger;lengths=100..250.5;washDown=true'],
      [second.model, 'filmWidth=wide\\; very=wide'],
    ])
    expectProblem(await staff.request(`${BASE}/machines/export?format=pdf`), 'invalid_request')
  })

  test('comes back unchanged, and changes, adds and removes values with their history', async () => {
    const { type, machine } = await world()
    const path = `${BASE}/machines/export?format=xlsx&typeId=${type.id}`
    const exported = await sheet(path)
    const same = await must<ImportReport>(`${BASE}/machines/import`, await workbook(exported))
    expect(same.lines.map(({ changes, errors }) => [changes, errors])).toEqual([[[], []]])
    expect(same).toMatchObject({ total: 1, unchanged: 1 })
    const file: Values = [
      ['model', 'name', 'typeId', 'lifecycle', 'spec.filmWidth', 'spec.washDown', 'specs'],
      [String(machine.model), 'Better', String(type.code), 'draft', 500, null, 'head=multihead;lengths='],
      ['FROM-FILE', '=New', String(type.code), 'active', 300, true, null],
    ]
    const preview = await must<ImportReport>(`${BASE}/machines/import?dryRun=true`, await workbook(file))
    expect(preview).toMatchObject({ created: 1, updated: 1, failed: 0 })
    expect(preview.lines[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['name', 'Better'],
      ['spec.filmWidth', 500],
      ['spec.washDown', null],
      ['spec.head', 'multihead'],
      ['spec.lengths', null],
    ])
    await must(`${BASE}/machines/import`, await workbook(file))
    const specs = await rows.must<{ specs: { key: string; value: unknown }[] }>('GET', `/machines/${machine.id}/specs`)
    expect(specs.specs.map(({ key, value }) => [key, value])).toEqual([
      ['filmWidth', 500],
      ['head', 'multihead'],
      ['lengths', null],
      ['washDown', null],
    ])
    const made = await rows.must<Page<Row>>('GET', '/machines?search=FROM-FILE')
    expect(made.items[0]).toMatchObject({ name: '=New', lifecycle: 'active' })
    const { items } = await rows.must<Page<{ changes: { field: string }[] }>>('GET', `/machines/${machine.id}/history`)
    expect(
      items
        .slice(0, 2)
        .flatMap(({ changes }) => changes.map(({ field }) => field))
        .sort(),
    ).toEqual(['name', 'spec.filmWidth', 'spec.head', 'spec.lengths', 'spec.washDown'].sort())
  })

  test('names every value that does not fit, at its column, and stores nothing', async () => {
    const { type, machine } = await world()
    const head = ['model', 'name', 'typeId', 'lifecycle', 'spec.filmWidth', 'spec.nothing', 'specs']
    const file: Values = [
      head,
      [String(machine.model), 'X', String(type.code), 'draft', 5_000, null, 'head=snail;washDown=perhaps;loose'],
      ['N-1', 'X', String(type.code), 'active', null, null, null],
      ['N-2', 'X', String(type.code), 'draft', 'wide', 'x', null],
    ]
    const report = await must<ImportReport>(`${BASE}/machines/import?dryRun=true`, await workbook(file))
    expect(report.lines.map(({ line, errors }) => [line, errors.map(({ path }) => path)])).toEqual([
      [2, ['spec.filmWidth', 'specs', 'specs', 'specs']],
      [3, ['lifecycle']],
      [4, ['spec.filmWidth', 'spec.nothing']],
    ])
    expectProblem(await upload(`${BASE}/machines/import`, await workbook(file)), 'invalid_request')
    expect(await rows.must('GET', '/machines?search=N-1')).toMatchObject({ total: 0 })
  })

  test('of 10,000 rows is imported with its values', { tags: ['long'] }, async () => {
    const { type } = await world()
    const lines = Array.from({ length: 10_000 }, (_, n) => [
      `MANY-${n}`,
      `Machine ${n}`,
      String(type.code),
      'active',
      n % 1_000,
    ])
    const report = await must<ImportReport>(
      `${BASE}/machines/import`,
      csv([['model', 'name', 'typeId', 'lifecycle', 'spec.filmWidth'], ...lines]),
    )
    expect(report.created).toBe(10_000)
    const [stored] = await app.sql<{ count: number }>('SELECT count(*)::int FROM spec_value WHERE number_from = 777')
    expect(stored?.count).toBe(10)
    await app.sql(`DELETE FROM library_machine WHERE model LIKE 'MANY-%'`)
  })

  test('of options is read from a workbook too', async () => {
    const { machine } = await world()
    const option = await rows.option(machine)
    const [head = [], line = []] = await sheet(`${BASE}/machine-options/export?format=xlsx&machineId=${machine.id}`)
    const priced = line.map((value, at) => (head[at] === 'price' ? 99.5 : value))
    await must(`${BASE}/machine-options/import`, await workbook([head, priced]))
    expect(await rows.must('GET', `/machine-options/${option.id}`)).toMatchObject({ price: '99.5' })
  })
})

describe('the matrix as a grid', () => {
  async function world() {
    const type = await rows.type()
    const machines = [await rows.machine(type, { name: '@home' }), await rows.machine(type)] as const
    const styles = [await rows.style(), await rows.style()] as const
    await rows.cell(machines[0], styles[0], CONDITIONAL)
    return { machines, styles, head: ['model', 'name', String(styles[0].code), String(styles[1].code)] }
  }
  const line = (machine: Row, ...answers: (string | null)[]) => [String(machine.model), 'any', ...answers]
  const stored = async ({ id }: Row) => {
    const { items } = await rows.must<Page<Row>>('GET', `/compatibility?machineId=${id}`)
    return new Map(items.map(({ styleId, result }) => [styleId, result]))
  }

  test('leaves as a workbook with letters and a legend, and comes back without a change', async () => {
    const { machines, styles } = await world()
    const values = await sheet(`${GRID}/export?format=xlsx`)
    const [head = []] = values
    const own = values.find(([model]) => model === machines[0].model)
    expect([own?.[1], own?.[head.indexOf(String(styles[0].code))]]).toEqual(['@home', 'C'])
    expect(values.at(-1)?.slice(0, 2)).toEqual([null, 'U: unknown'])
    const report = await must<GridReport>(`${GRID}/import?dryRun=true`, await workbook(values))
    expect(report).toMatchObject({ created: 0, updated: 0, failed: 0, empty: 0 })
    const words = (await staff.request(`${GRID}/export`)).text
    expect(await must<GridReport>(`${GRID}/import?dryRun=true`, words)).toMatchObject({
      created: 0,
      updated: 0,
      failed: 0,
    })
  })

  test('is previewed and then stored, in letters or in words of the reader, and leaves empty cells as they are', async () => {
    const { machines, styles, head } = await world()
    const file = csv([head, line(machines[0], null, 'Nein'), line(machines[1], 'y', 'UNBEKANNT')])
    const preview = await must<GridReport>(`${GRID}/import?dryRun=true`, file, 'de')
    expect(preview).toMatchObject({ created: 2, updated: 0, unchanged: 1, empty: 1, failed: 0, emptyCells: ['C2'] })
    expect(preview.changes.map(({ row, column, before, after }) => [row, column, before, after])).toEqual([
      [2, 'D', 'unknown', 'no'],
      [3, 'C', 'unknown', 'yes'],
    ])
    expect((await stored(machines[1])).size).toBe(0)
    await must(`${GRID}/import?revision=${preview.revision}`, file, 'de')
    expect(Object.fromEntries(await stored(machines[0]))).toEqual({
      [styles[0].id]: 'conditional',
      [styles[1].id]: 'no',
    })
    const late = await upload(`${GRID}/import?revision=${preview.revision}`, file)
    expect(expectProblem(late, 'stale').current).toEqual({ revision: expect.any(Number) })
    const { items } = await rows.must<Page<{ action: string }>>(
      'GET',
      `/machines/${machines[1].id}/compatible-styles/${styles[0].id}/history`,
    )
    expect(items.map(({ action }) => action)).toEqual(['create'])
  })

  test('names unknown codes, doubles, wrong answers and missing conditions by row and column, and stores nothing', async () => {
    const { machines, head } = await world()
    const file: Values = [
      [...head, 'NO-STYLE', String(head[2]).toLowerCase(), null],
      [...line(machines[0], 'C', 'maybe'), 'Y', null, 'Y'],
      line(machines[1], 'C', 'N'),
      ['NO-MODEL', null, 'Y', 'Y'],
      line(machines[1], 'Y', null),
      [null, null, 'Y'],
    ]
    const report = await must<GridReport>(`${GRID}/import?dryRun=true`, await workbook(file))
    expect(report.errors.map(({ path }) => path).sort()).toEqual([
      'rows.1.E',
      'rows.1.F',
      'rows.2.D',
      'rows.2.G',
      'rows.3.C',
      'rows.4.A',
      'rows.5.A',
      'rows.6.A',
    ])
    expect(report.failed).toBe(8)
    const refused = expectProblem(await upload(`${GRID}/import`, await workbook(file)), 'invalid_request')
    expect(refused.errors?.length).toBe(8)
    expect((await stored(machines[1])).size).toBe(0)
  })

  test('takes no formula that nobody has computed for an empty cell', async () => {
    const { machines, head } = await world()
    const cells = new Map([['1,2', { formula: 'UPPER("y")' }]])
    const sheets = [{ name: 'Sheet', rows: [head, line(machines[0], null, 'N')], cells }]
    const file = Buffer.from(await writeXlsx({ sheets }))
    const report = await must<GridReport>(`${GRID}/import?dryRun=true`, file)
    expect(report.errors).toMatchObject([{ path: 'rows.2.C', code: 'no_value' }])
  })

  test('is read for one material', async () => {
    const { machines, head } = await world()
    const query = 'material=paper'
    const report = await must<GridReport>(`${GRID}/import?${query}`, csv([head, line(machines[0], 'N', 'Y')]))
    expect(report).toMatchObject({ created: 2 })
    expect([...(await stored(machines[0])).values()].sort()).toEqual(['conditional', 'unknown'])
    const values = await sheet(`${GRID}/export?format=xlsx&${query}`)
    const columns = head.slice(2).map((code) => values[0]?.indexOf(code) ?? -1)
    const own = values.find(([model]) => model === machines[0].model)
    expect(columns.map((at) => own?.[at])).toEqual(['N', 'Y'])
    const conditional = csv([head, line(machines[0], 'C', null)])
    expect(await must<GridReport>(`${GRID}/import?dryRun=true&${query}`, conditional)).toMatchObject({
      errors: [{ path: 'rows.2.C' }],
    })
  })

  test('of 10,000 rows is compared within its bounds', async () => {
    const { machines, head } = await world()
    const lines = Array.from({ length: 9_999 }, (_, n) => [`GHOST-${n}`, '', 'Y', 'N'])
    const report = await must<GridReport>(
      `${GRID}/import?dryRun=true`,
      csv([head, line(machines[1], 'Y', 'N'), ...lines]),
    )
    expect(report).toMatchObject({ machines: 10_000, created: 2, failed: 9_999 })
    expect(report.errors.length).toBe(1_000)
  })
})

describe('a workbook that cannot be read', () => {
  const path = `${BASE}/machines/import`
  const codes = async (body: Buffer) => {
    const { errors = [] } = expectProblem(await upload(path, body), 'invalid_request')
    return errors.map(({ code }) => code)
  }

  test('is refused: no archive, an archive cut short, or one without a sheet', async () => {
    const whole = await workbook([['model']])
    expect(await codes(Buffer.from('model,name'))).toEqual(['no_workbook'])
    expect(await codes(whole.subarray(0, whole.length - 30))).toEqual(['no_workbook'])
    expect(await codes(zipped('hello.txt', Buffer.from('hello')))).toEqual(['no_workbook'])
    expect(await codes(await workbook([[null]]))).toEqual(['empty'])
  })

  test('is refused before it is read where it unpacks to too much, whatever it says of its size, and counted', async () => {
    const bomb = zipped('xl/worksheets/sheet1.xml', Buffer.alloc(20 * 1024 * 1024))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await codes(bomb)).toEqual(['unpacked_bytes'])
    const wide = Array.from({ length: 41 }, () => Array.from({ length: 10_000 }, () => 1))
    expect(await codes(await workbook(wide))).toEqual(['cells'])
    expectProblem(await upload(path, csv(wide)), 'invalid_request')
    const { body } = await staff.request('/v1/health/refusals')
    expect(JSON.stringify(body)).toContain('workbook.unpacked_bytes')
  })

  test('is refused as another kind of file', async () => {
    const answer = await staff.request(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    expectProblem(answer, 'media_type_unsupported')
  })
})

/** An archive of one file that claims to unpack to a single byte. */
function zipped(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(1, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(1, 24)
  entry.writeUInt16LE(name.length, 28)
  const start = 30 + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([local, Buffer.from(name), packed, entry, Buffer.from(name), end])
}
