import type { CompatibilityPair, HistoryEntry, Matrix, MatrixDetails, Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const MATRIX = '/machines/compatibility-matrix'

beforeAll(async () => {
  staff = await app.as('staff')
})

const monthsAgo = (months: number) => {
  const day = new Date()
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.toISOString().slice(0, 10)
}

function letterOf({ machines, styles, rows: lines }: Matrix, machine: Row, style: Row): string | undefined {
  const line = lines[machines.findIndex(({ id }) => id === machine.id)]
  return line?.[styles.findIndex(({ id }) => id === style.id)]
}

describe('the matrix', () => {
  test('has all four answers, unknown where nobody has answered, and small letters where evidence is stale', async () => {
    const machine = await rows.machine(await rows.type())
    const styles: Row[] = []
    for (let made = 0; made < 6; made++) styles.push(await rows.style())
    const [yes, conditional, no, unknown, stale, empty] = styles as [Row, Row, Row, Row, Row, Row]
    await rows.cell(machine, yes, { evidence: 'measured', verifiedOn: monthsAgo(23) })
    await rows.cell(machine, conditional, CONDITIONAL)
    await rows.cell(machine, no, { result: 'no' })
    await rows.cell(machine, unknown, { result: 'unknown' })
    const old = await rows.cell(machine, stale, { evidence: 'reference', verifiedOn: monthsAgo(25) })
    expect(old.stale).toBe(true)
    const matrix = await rows.must<Matrix>('GET', MATRIX)
    expect(styles.map((style) => letterOf(matrix, machine, style)).join('')).toBe('YCNUyU')
    expect(matrix.rows.every((line) => line.length === matrix.styles.length)).toBe(true)
    expect(letterOf(matrix, machine, empty)).toBe('U')
    const { items } = await rows.must<Page<Row>>('GET', `/compatibility?stale=true&machineId=${machine.id}`)
    expect(items.map(({ id }) => id)).toEqual([old.id])
  })

  test('is read in windows that agree with the whole', async () => {
    for (let made = 0; made < 3; made++) await rows.cell(await rows.machine(await rows.type()), await rows.style())
    const whole = await rows.must<Matrix>('GET', MATRIX)
    const query = 'machineFrom=1&machineCount=2&styleFrom=2&styleCount=3'
    const window = await rows.must<Matrix>('GET', `${MATRIX}?${query}`)
    expect(window.machines).toEqual(whole.machines.slice(1, 3))
    expect(window.styles).toEqual(whole.styles.slice(2, 5))
    expect(window.rows).toEqual(whole.rows.slice(1, 3).map((line) => line.slice(2, 5)))
    expect(window).toMatchObject({ machineCount: whole.machines.length, styleCount: whole.styles.length })
    const behind = await rows.must<Matrix>('GET', `${MATRIX}?machineFrom=1000`)
    expect([behind.machines, behind.rows]).toEqual([[], []])
    for (const wrong of ['machineCount=0', 'machineCount=2001', 'styleCount=501', 'machineFrom=-1', 'styleFrom=x']) {
      expectProblem(await rows.send('GET', `${MATRIX}?${wrong}`), 'invalid_request')
    }
  })

  test('is known by its revision, which every change raises and nothing else', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const tagOf = async () => String((await rows.send('GET', MATRIX)).headers.etag)
    const seen = [await tagOf()]
    expect(await tagOf()).toBe(seen[0])
    const cell = await rows.cell(machine, style)
    seen.push(await tagOf())
    await rows.must('PUT', `/compatibility/${cell.id}`, { rowVersion: 1, result: 'no' })
    seen.push(await tagOf())
    await rows.must('DELETE', `/compatibility/${cell.id}`)
    seen.push(await tagOf())
    await rows.must('DELETE', `/packaging-styles/${style.id}`)
    seen.push(await tagOf())
    expect(new Set(seen).size).toBe(seen.length)
    const answer = await staff.request(`/v1/machine-library${MATRIX}`, {
      headers: { 'if-none-match': seen.at(-1) ?? '' },
    })
    expect([answer.status, answer.text]).toEqual([304, ''])
    await rows.tag()
    expect(await tagOf()).toBe(seen.at(-1))
  })

  test('has the types beside it, and as many conditions as an answer has', async () => {
    const type = await rows.type()
    const machine = await rows.machine(type, { designSpeed: 60, designSpeedUnit: 'packs/min' })
    const [first, second] = [await rows.style({ standardRef: 'FEFCO 0201' }), await rows.style()]
    await rows.cell(machine, first, {
      result: 'conditional',
      speedMax: 45,
      widthMin: 10,
      widthMax: 20,
      toolingCost: '5',
    })
    const cell = await rows.cell(machine, second, CONDITIONAL)
    const option = await rows.option(machine)
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [option.id] })
    await rows.cell(machine, await rows.style())
    const details = await rows.must<MatrixDetails>('GET', `${MATRIX}/details`)
    const found = details.machines.find(({ id }) => id === machine.id)
    expect(found).toMatchObject({ designSpeed: 60, designSpeedUnit: 'packs/min', conditions: '32' })
    expect(details.types[found?.type ?? -1]).toEqual({ id: type.id, name: type.name, category: 'vffs' })
    expect(details.styles.find(({ id }) => id === first.id)?.standardRef).toBe('FEFCO 0201')
  })

  test('is exported as CSV, without formulas', async () => {
    const machine = await rows.machine(await rows.type(), { name: '=1+1' })
    const style = await rows.style()
    await rows.cell(machine, style, CONDITIONAL)
    const answer = await rows.send('GET', `${MATRIX}/export`)
    expect(answer.headers['content-type']).toContain('text/csv')
    const [head = '', ...lines] = answer.text.trim().split('\r\n')
    const column = head.split(',').indexOf(String(style.code))
    const line = lines.find((one) => one.startsWith(String(machine.model)))?.split(',')
    expect([line?.[1], line?.[column]]).toEqual(["'=1+1", 'conditional'])
  })
})

describe('a cell', () => {
  test('is made once: the second of two people is told, and whoever changes an old one sees the new', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const body = { machineId: machine.id, styleId: style.id, result: 'yes' }
    const answers = await Promise.all([
      rows.send('POST', '/compatibility', body),
      rows.send('POST', '/compatibility', body),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const cell = answers.find(({ status }) => status === 201)?.body as Row
    await rows.must('PUT', `/compatibility/${cell.id}`, { rowVersion: 1, result: 'no' })
    const late = await rows.send('PUT', `/compatibility/${cell.id}`, { rowVersion: 1, result: 'conditional' })
    expect(expectProblem(late, 'stale').current).toMatchObject({ result: 'no', rowVersion: 2 })
  })

  test('refuses limits in the wrong order, and answers and evidence it does not know', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const wrong = { speedMin: 2, speedMax: 1, result: 'yes' }
    for (const [given, path] of [
      [wrong, 'body.speedMax'],
      [{ result: 'yes', widthMin: 9, widthMax: 8 }, 'body.widthMax'],
      [{ result: 'maybe' }, 'body.result'],
      [{ result: 'yes', evidence: 'hearsay' }, 'body.evidence'],
      [{ result: 'yes', documentId: crypto.randomUUID() }, 'body.documentId'],
    ] as const) {
      const answer = await rows.send('POST', '/compatibility', { machineId: machine.id, styleId: style.id, ...given })
      expect(expectProblem(answer, 'invalid_request').errors?.map((error) => error.path)).toEqual([path])
    }
  })

  test('takes options of its machine as conditions, and none as required and excluded', async () => {
    const type = await rows.type()
    const [machine, other] = [await rows.machine(type), await rows.machine(type)]
    const cell = await rows.cell(machine, await rows.style(), CONDITIONAL)
    const [own, foreign] = [await rows.option(machine), await rows.option(other)]
    const attach = async (kind: string, { id }: Row) =>
      await rows.send('POST', `/compatibility/${cell.id}/${kind}/attach`, { ids: [id] })
    expectProblem(await attach('required-options', foreign), 'invalid_request')
    expect((await attach('required-options', own)).status).toBe(204)
    expectProblem(await attach('excluded-options', own), 'invalid_request')
  })

  test('is conditional with a condition only, of whatever kind, and as long as it has one', async () => {
    const machine = await rows.machine(await rows.type())
    const send = async (more: object) =>
      await rows.send('POST', '/compatibility', {
        machineId: machine.id,
        styleId: (await rows.style()).id,
        result: 'conditional',
        ...more,
      })
    for (const more of [{}, { notes: 'ask first' }, { evidence: 'judgement' }]) {
      expect(expectProblem(await send(more), 'invalid_request').errors?.map(({ path }) => path)).toEqual([
        'body.result',
      ])
    }
    const materials = [{ materialId: await rows.materialId('paper'), result: 'yes' }]
    for (const more of [{ speedMax: 60 }, { heightMin: 5 }, { materials }, { toolingCost: '0' }]) {
      expect((await send(more)).status).toBe(201)
    }
    const cell = await rows.cell(machine, await rows.style(), CONDITIONAL)
    const change = async (body: object) => {
      const { rowVersion } = await rows.must('GET', `/compatibility/${cell.id}`)
      return await rows.send('PUT', `/compatibility/${cell.id}`, { rowVersion, ...body })
    }
    expectProblem(await change({ toolingCost: null }), 'invalid_request')
    expect((await change({ toolingCost: null, result: 'unknown' })).status).toBe(200)
    expectProblem(await change({ result: 'conditional' }), 'invalid_request')
  })

  test('is conditional by its options alone; these can be replaced, and the last one cannot be taken away', async () => {
    const machine = await rows.machine(await rows.type())
    const cell = await rows.cell(machine, await rows.style(), { result: 'unknown' })
    const [one, other] = [await rows.option(machine), await rows.option(machine)]
    const path = `/compatibility/${cell.id}/required-options`
    await rows.must('POST', `${path}/attach`, { ids: [one.id] })
    await rows.must('PUT', `/compatibility/${cell.id}`, { rowVersion: 1, result: 'conditional' })
    await rows.must('PUT', path, { ids: [other.id] })
    for (const taken of [
      await rows.send('PUT', path, { ids: [] }),
      await rows.send('POST', `${path}/detach`, { ids: [other.id] }),
    ]) {
      expect(expectProblem(taken, 'invalid_request').errors?.map(({ path: at }) => at)).toEqual(['body.result'])
    }
    expectProblem(await rows.send('DELETE', `/machine-options/${other.id}`), 'referenced')
    const copy = await rows.must('POST', `/machines/${machine.id}/duplicate`, { model: 'BY-OPTION' })
    const pairs = await rows.must<Page<CompatibilityPair>>(
      'GET',
      `/machines/${copy.id}/compatible-styles?result=conditional`,
    )
    expect(pairs.items.filter(({ result }) => result === 'conditional')).toMatchObject([
      { requiredOptions: [{ name: other.name }] },
    ])
    await rows.must('POST', `/compatibility/${cell.id}/excluded-options/attach`, { ids: [one.id] })
    await rows.must('POST', `${path}/detach`, { ids: [other.id] })
    await rows.must('DELETE', `/compatibility/${cell.id}`)
    await rows.must('DELETE', `/machine-options/${one.id}`)
    await rows.must('DELETE', `/machines/${copy.id}`)
    await rows.must('DELETE', `/machines/${copy.id}/force`)
  })

  test('tells its history, also of cells that were removed', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const first = await rows.cell(machine, style, { result: 'no' })
    await rows.must('DELETE', `/compatibility/${first.id}`)
    const second = await rows.cell(machine, style)
    await rows.must('PUT', `/compatibility/${second.id}`, { rowVersion: 1, ...CONDITIONAL })
    await rows.cell(machine, await rows.style())
    const { items } = await rows.must<Page<HistoryEntry>>(
      'GET',
      `/machines/${machine.id}/compatible-styles/${style.id}/history`,
    )
    expect(items.map(({ action }) => action)).toEqual(['update', 'create', 'delete', 'create'])
    expect(items[0]?.changes).toEqual([
      { field: 'result', before: 'yes', after: 'conditional' },
      { field: 'toolingCost', before: null, after: CONDITIONAL.toolingCost },
    ])
  })

  test('is imported by model and code; unknown codes are named line by line and nothing is stored', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const file = (lines: string[]) => ['machineId,styleId,result,toolingCost', ...lines].join('\r\n')
    const send = async (lines: string[]) =>
      await staff.request('/v1/machine-library/compatibility/import', {
        method: 'POST',
        body: file(lines),
        headers: { 'content-type': 'text/csv' },
      })
    const bad = await send([`${machine.model},${style.code},yes,`, `${machine.model},NO-SUCH,no,`])
    expect(bad.text).toContain('styleId')
    expect(await rows.must('GET', `/compatibility?machineId=${machine.id}`)).toMatchObject({ total: 0 })
    const open = await send([`${machine.model},${style.code},conditional,`])
    expect(expectProblem(open, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['lines.2.result'])
    const good = await send([`${machine.model},${style.code},conditional,250`])
    expect(good.status, good.text).toBe(200)
    expect(await rows.must('GET', `/compatibility?machineId=${machine.id}`)).toMatchObject({
      items: [{ result: 'conditional', styleId: style.id }],
    })
  })
})

describe('pairs', () => {
  test('are every style of a machine and every machine of a style, filtered by their answer', async () => {
    const type = await rows.type()
    const [machine, other] = [await rows.machine(type), await rows.machine(type)]
    const [style, unanswered] = [await rows.style(), await rows.style()]
    await rows.cell(machine, style, CONDITIONAL)
    await rows.cell(other, style, { result: 'no' })
    const pairs = async (path: string) => await rows.must<Page<CompatibilityPair>>('GET', path)
    const found = await pairs(`/machines/${machine.id}/compatible-styles?result=yes&result=conditional`)
    expect(found).toMatchObject({ total: 1, items: [{ style: { id: style.id }, result: 'conditional' }] })
    const open = await pairs(`/machines/${machine.id}/compatible-styles?result=unknown&pageSize=200`)
    expect(open.items.find((pair) => pair.style.id === unanswered.id)).toMatchObject({ cell: null, result: 'unknown' })
    expect(await pairs(`/packaging-styles/${style.id}/machines?result=no`)).toMatchObject({
      total: 1,
      items: [{ machine: { id: other.id }, cell: { result: 'no' } }],
    })
    expectProblem(await rows.send('GET', `/machines/${machine.id}/compatible-styles?result=maybe`), 'invalid_request')
  })

  test('are attached as open questions and detached again, each as often as one likes', async () => {
    const [machine, style] = [await rows.machine(await rows.type()), await rows.style()]
    const path = `/packaging-styles/${style.id}/machines/${machine.id}`
    for (const _time of [1, 2]) await rows.must('POST', path)
    const { items } = await rows.must<Page<Row>>('GET', `/compatibility?styleId=${style.id}`)
    expect(items).toMatchObject([{ result: 'unknown' }])
    await rows.must('PUT', `/compatibility/${items[0]?.id}`, { rowVersion: 1, result: 'yes' })
    await rows.must('POST', path)
    expect(await rows.must('GET', `/compatibility?styleId=${style.id}`)).toMatchObject({ items: [{ result: 'yes' }] })
    for (const _time of [1, 2]) await rows.must('DELETE', path)
    expect(await rows.must('GET', `/compatibility?styleId=${style.id}`)).toMatchObject({ total: 0 })
    expectProblem(
      await rows.send('POST', `/packaging-styles/${crypto.randomUUID()}/machines/${machine.id}`),
      'not_found',
    )
  })
})

test('the audit names answers, their options and materials by the machine and the packaging style', async () => {
  const [machine, style] = [await rows.machine(await rows.type(), { name: 'Wrapper' }), await rows.style()]
  const cell = await rows.cell(machine, style)
  const option = await rows.option(machine)
  await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [option.id] })
  await rows.must('POST', `/compatibility/${cell.id}/materials`, {
    materialId: await rows.materialId('paper'),
    result: 'yes',
  })
  const { items } = await staff.call('listAuthLog', { query: { q: String(style.name) } })
  const named = items.map(({ record, action }) => [record?.resource, action, record?.label])
  const pair = `${machine.model} Wrapper × ${style.code} ${style.name}`
  expect(named).toEqual(
    expect.arrayContaining([
      ['compatibility', 'create', pair],
      ['compatibility', 'attach', pair],
      ['compatibilityMaterial', 'create', expect.stringContaining(`${pair} × `)],
    ]),
  )
})

test('a style and a machine are deleted with their cells in the history, and a style is made once', async () => {
  const style = await rows.style()
  expectProblem(
    await rows.send('POST', '/packaging-styles', { code: String(style.code).toLowerCase(), name: 'x', family: 'bag' }),
    'duplicate',
  )
})
