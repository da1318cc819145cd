import { type FilterOptions, HISTOGRAM_PARTS, type MachineSpecs, type Page } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
})

const valuesOf = async ({ id }: Row) =>
  Object.fromEntries(
    (await rows.must<MachineSpecs>('GET', `/machines/${id}/specs`)).specs.map(({ key, value }) => [key, value]),
  )

describe('the fields of a machine type', () => {
  test('have a typed value for each kind, which comes back as it was sent', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number', { unit: 'mm', min: 100, max: 500 })
    await rows.field(type, 'film', 'range', { unit: 'µm', min: 10, max: 200 })
    await rows.field(type, 'head', 'enum', { options: ['auger', 'multihead'] })
    await rows.field(type, 'washDown', 'boolean')
    await rows.field(type, 'remark', 'text')
    const machine = await rows.machine(type)
    const values = { width: 250.5, film: { from: 20, to: 80 }, head: 'auger', washDown: false, remark: 'fast' }
    expect((await rows.setSpecs(machine, values)).status).toBe(200)
    expect(await valuesOf(machine)).toEqual(values)
    expect((await rows.setSpecs(machine, { head: null, width: 300 })).status).toBe(200)
    expect(await valuesOf(machine)).toEqual({ ...values, head: null, width: 300 })
  })

  test('refuse every value that does not fit, each at its key, and change nothing', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number', { min: 100, max: 500 })
    await rows.field(type, 'film', 'range', { min: 10, max: 200 })
    await rows.field(type, 'head', 'enum', { options: ['auger'] })
    await rows.field(type, 'washDown', 'boolean')
    const machine = await rows.machine(type)
    const wrong = {
      width: 99,
      film: { from: 80, to: 20 },
      head: 'scoop',
      washDown: 'yes',
      height: 1,
    }
    const { errors } = expectProblem(await rows.setSpecs(machine, { ...wrong }), 'invalid_request')
    expect(errors?.map(({ path }) => path).sort()).toEqual(
      Object.keys(wrong)
        .map((key) => `body.values.${key}`)
        .sort(),
    )
    expectProblem(await rows.setSpecs(machine, { width: '200' }), 'invalid_request')
    expectProblem(await rows.setSpecs(machine, { film: { from: 5, to: 20 } }), 'invalid_request')
    expect(await valuesOf(machine)).toEqual({ width: null, film: null, head: null, washDown: null })
  })

  test('keep key and kind, and limits that values fit in, once a machine has a value', async () => {
    const type = await rows.type()
    const width = await rows.field(type, 'width', 'number', { min: 0, max: 500 })
    const head = await rows.field(type, 'head', 'enum', { options: ['auger', 'scoop'] })
    const change = async (field: Row, body: object) => {
      const { rowVersion } = await rows.must('GET', `/field-specs/${field.id}`)
      return await rows.send('PUT', `/field-specs/${field.id}`, { rowVersion, ...body })
    }
    expect((await change(width, { kind: 'range' })).status).toBe(200)
    expect((await change(width, { kind: 'number', key: 'filmWidth' })).status).toBe(200)
    await rows.setSpecs(await rows.machine(type), { filmWidth: 300, head: 'auger' })
    const refused = async (field: Row, body: object) =>
      expectProblem(await change(field, body), 'invalid_request').errors?.map(({ path }) => path)
    expect(await refused(width, { kind: 'text' })).toEqual(['body.kind'])
    expect(await refused(width, { key: 'width' })).toEqual(['body.key'])
    expect(await refused(width, { max: 299 })).toEqual(['body.min'])
    expect(await refused(width, { min: 501 })).toEqual(['body.max'])
    expect(await refused(head, { options: ['scoop'] })).toEqual(['body.options'])
    expect((await change(width, { label: 'Film', min: 300, max: 300 })).status).toBe(200)
    expectProblem(await rows.send('DELETE', `/field-specs/${width.id}`), 'referenced')
    expectProblem(
      await rows.send('POST', `/machine-types/${type.id}/field-specs`, { key: 'HEAD', label: 'x', kind: 'text' }),
      'invalid_request',
    )
    expectProblem(
      await rows.send('POST', `/machine-types/${type.id}/field-specs`, { key: 'head', label: 'x', kind: 'text' }),
      'duplicate',
    )
  })

  test('are put in an order, and only those of the type', async () => {
    const [type, other] = [await rows.type(), await rows.type()]
    const [a, b] = [await rows.field(type, 'a', 'text'), await rows.field(type, 'b', 'text')]
    const foreign = await rows.field(other, 'c', 'text')
    const path = `/machine-types/${type.id}/field-specs`
    await rows.must('PUT', `${path}/reorder`, { ids: [b.id, a.id] })
    const { items } = await rows.must<Page<Row>>('GET', path)
    expect(items.map(({ id }) => id)).toEqual([b.id, a.id])
    expectProblem(await rows.send('PUT', `${path}/reorder`, { ids: [foreign.id] }), 'invalid_request')
  })

  test('that are required keep a machine a draft until it has a value', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number', { required: true })
    const machine = await rows.machine(type)
    const activate = async () => {
      const { rowVersion } = await rows.must('GET', `/machines/${machine.id}`)
      return await rows.send('PUT', `/machines/${machine.id}`, { rowVersion, lifecycle: 'active' })
    }
    expect(expectProblem(await activate(), 'invalid_request').errors?.[0]?.path).toBe('body.lifecycle')
    await rows.setSpecs(machine, { width: 1 })
    expect((await activate()).status).toBe(200)
    const { errors } = expectProblem(await rows.setSpecs(machine, { width: null }), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.values.width'])
  })
})

test('a field of the kind enum has options, and an option that is chosen from has choices', async () => {
  const type = await rows.type()
  const path = `/machine-types/${type.id}/field-specs`
  expect(await rows.faults('POST', path, { key: 'head', label: 'Head', kind: 'enum' })).toEqual(['body.options'])
  const head = await rows.field(type, 'head', 'enum', { options: ['auger'] })
  const text = await rows.field(type, 'remark', 'text')
  expect(await rows.faults('PUT', `/field-specs/${head.id}`, { rowVersion: 1, options: [] })).toEqual(['body.options'])
  expect(await rows.faults('PUT', `/field-specs/${text.id}`, { rowVersion: 1, kind: 'enum' })).toEqual(['body.options'])
  const definition = { code: 'COLOUR', name: 'Colour', inputKind: 'choice' }
  expect(await rows.faults('POST', '/option-definitions', definition)).toEqual(['body.choices'])
  await rows.must('POST', '/option-definitions', { ...definition, choices: ['blue'] })
})

describe('values of a machine', () => {
  test('of fields that are named like what every object has come back as they were sent', async () => {
    const type = await rows.type()
    for (const key of ['constructor', 'toString', 'valueOf']) await rows.field(type, key, 'text')
    const machine = await rows.machine(type)
    expect((await rows.setSpecs(machine, { valueOf: 'mine' })).status).toBe(200)
    expect(await valuesOf(machine)).toEqual({ constructor: null, toString: null, valueOf: 'mine' })
  })

  test('that two people change are refused to the second, who sees the machine as it is', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number')
    const { id, rowVersion } = await rows.machine(type)
    await rows.must('PUT', `/machines/${id}/specs`, { rowVersion, values: { width: 1 } })
    const answer = await rows.send('PUT', `/machines/${id}/specs`, { rowVersion, values: { width: 2 } })
    expect(expectProblem(answer, 'stale').current).toMatchObject({ id, rowVersion: rowVersion + 1 })
  })

  test('are told by the history of the machine', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number')
    const machine = await rows.machine(type)
    await rows.setSpecs(machine, { width: 7 })
    const { items } = await rows.must<Page<{ changes: unknown[] }>>('GET', `/machines/${machine.id}/history`)
    expect(items[0]?.changes).toEqual([{ field: 'spec.width', before: null, after: 7 }])
  })

  test('fix the type of the machine', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number')
    const machine = await rows.machine(type)
    await rows.setSpecs(machine, { width: 7 })
    const { rowVersion } = await rows.must('GET', `/machines/${machine.id}`)
    const body = { rowVersion, typeId: (await rows.type()).id }
    const { errors } = expectProblem(await rows.send('PUT', `/machines/${machine.id}`, body), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.typeId'])
  })
})

describe('library machines', () => {
  test('are filtered by typed values, tags and styles, and exported by the same filters', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number')
    await rows.field(type, 'film', 'range')
    await rows.field(type, 'head', 'enum', { options: ['auger', 'multihead', 'scoop'] })
    await rows.field(type, 'wash', 'boolean')
    await rows.field(type, 'secret', 'number', { filterable: false })
    const a = await rows.machine(type, { designSpeed: 40, ipRating: 'IP65' })
    const [b, c] = [await rows.machine(type, { designSpeed: 250 }), await rows.machine(type)]
    await rows.setSpecs(a, { width: 100, film: { from: 20, to: 40 }, head: 'auger', wash: true, secret: 1 })
    await rows.setSpecs(b, { width: 200, film: { from: 40, to: 80 }, head: 'multihead', wash: false })
    await rows.setSpecs(c, { width: 300, head: 'scoop' })
    const [tag, style] = [await rows.tag(), await rows.style()]
    await rows.must('POST', `/machines/${a.id}/tags/${tag.id}`)
    await rows.cell(a, style, CONDITIONAL)
    await rows.cell(b, style, { result: 'no' })
    const found = async (query: string) => {
      const { items } = await rows.must<Page<Row>>('GET', `/machines?typeId=${type.id}&sort=model&${query}`)
      return items.map(({ id }) => 'abc'[[a, b, c].findIndex((row) => row.id === id)]).join('')
    }
    const expected: Record<string, string> = {
      'spec=width:100..200': 'ab',
      'spec=width:..150': 'a',
      'spec=width:200..': 'bc',
      'spec=width:200': 'b',
      'spec=film:40..60': 'ab',
      'spec=film:41..': 'b',
      'spec=head:auger%7Cscoop': 'ac',
      'spec=wash:false': 'b',
      'spec=width:100..300&spec=head:auger%7Cmultihead&spec=wash:true': 'a',
      [`tagId=${tag.id}`]: 'a',
      [`styleId=${style.id}`]: 'a',
      // Unknown is not no: whatever nobody has answered may be possible.
      [`possibleStyleId=${style.id}`]: 'ac',
      'speed=40..130': 'a',
      'speed=..130&speed=41..': '',
      'speed=250..': 'b',
      [`tagId=${tag.id}&spec=width:200`]: '',
    }
    for (const [query, machines] of Object.entries(expected)) expect(await found(query), query).toBe(machines)
    const options = await rows.must<FilterOptions>(
      'GET',
      `/machines/filter-options?typeId=${type.id}&possibleStyleId=${style.id}`,
    )
    expect(options).toMatchObject({ total: 2, unknownForStyle: 1, ipRating: [{ value: 'IP65', count: 1 }] })
    // The machines that are known to make it, whatever else is kept.
    expect(options.styleId).toMatchObject([{ value: style.id, count: 1 }])
    for (const query of [
      'speed=40',
      'speed=fast..',
      'spec=width',
      'spec=:1',
      'spec=Width:1',
      'tagId=x',
      'spek=width:1',
    ]) {
      expectProblem(await rows.send('GET', `/machines?${query}`), 'invalid_request')
    }
    // Whatever reads the list refuses the same: a filter that finds nothing for ever misleads.
    const wrong = ['secret:1', 'unknown:1', 'isPrototypeOf:1', 'width:wide', 'width:9..1', 'film:x..', 'wash:1']
    for (const path of ['/machines', '/machines/export', '/machines/filter-options']) {
      for (const spec of wrong) {
        expect(await rows.faults('GET', `${path}?spec=head:auger&spec=${spec}`), spec).toEqual(['query.spec.1'])
      }
    }
    const { text } = await rows.send('GET', `/machines/export?typeId=${type.id}&spec=width:200..`)
    expect(text.trim().split('\r\n')).toHaveLength(3)
    expect(text).not.toContain(String(a.model))
    await rows.must('DELETE', `/machines/${a.id}/tags/${tag.id}`)
    expect(await found(`tagId=${tag.id}`)).toBe('')
  })

  test('have filter options whose counts respect the other filters, and ranges of numbers', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number', { unit: 'mm' })
    await rows.field(type, 'head', 'enum', { options: ['auger', 'scoop'] })
    for (const [width, head, lifecycle] of [
      [100, 'auger', 'active'],
      [200, 'auger', 'draft'],
      [300, 'scoop', 'active'],
    ] as const) {
      await rows.setSpecs(await rows.machine(type, { lifecycle }), { width, head })
    }
    const options = async (query: string) =>
      await rows.must<FilterOptions>('GET', `/machines/filter-options?typeId=${type.id}&${query}`)
    const all = await options('')
    expect(all.total).toBe(3)
    expect(all.lifecycle.map(({ value, count }) => [value, count])).toEqual([
      ['active', 2],
      ['draft', 1],
    ])
    expect(all.typeId.length).toBeGreaterThan(1)
    const some = await options('spec=head:auger')
    expect(some.total).toBe(2)
    expect(some.lifecycle.map(({ count }) => count)).toEqual([1, 1])
    // The counts of a filter do not respect the filter itself; its ranges neither.
    expect(some.specs.find(({ key }) => key === 'head')?.values.map(({ value, count }) => [value, count])).toEqual([
      ['auger', 2],
      ['scoop', 1],
    ])
    expect(some.specs.find(({ key }) => key === 'width')).toMatchObject({ unit: 'mm', count: 2, min: 100, max: 200 })
    // Its parts are those of all numbers of the library, so that it stays where it is; here 100, 200 and 300.
    const counts = (at: Record<number, number>) => Array.from({ length: HISTOGRAM_PARTS }, (_, part) => at[part] ?? 0)
    expect(all.specs.find(({ key }) => key === 'width')?.histogram).toEqual({
      from: 100,
      to: 300,
      counts: counts({ 0: 1, 10: 1, 19: 1 }),
    })
    expect(some.specs.find(({ key }) => key === 'width')?.histogram?.counts).toEqual(counts({ 0: 1, 10: 1 }))
    expect(all.specs.find(({ key }) => key === 'head')?.histogram).toBeNull()
    const wide = await options('spec=width:250..')
    expect(wide.specs.find(({ key }) => key === 'width')).toMatchObject({ count: 3, min: 100, max: 300 })
    expect(wide.specs.find(({ key }) => key === 'head')?.values).toMatchObject([{ value: 'scoop', count: 1 }])
  })

  test('and types and fields say how many of the others they have', async () => {
    const type = await rows.type()
    const [width] = [await rows.field(type, 'width', 'number'), await rows.field(type, 'film', 'range')]
    const machine = await rows.machine(type)
    await rows.machine(type)
    await rows.setSpecs(machine, { width: 5 })
    await rows.cell(machine, await rows.style(), { result: 'yes' })
    await rows.cell(machine, await rows.style(), { result: 'no' })
    await rows.option(machine)
    expect(await rows.must('GET', `/machines/${machine.id}`)).toMatchObject({ styleCount: 1, optionCount: 1 })
    expect(await rows.must('GET', `/machine-types/${type.id}`)).toMatchObject({ fieldCount: 2, machineCount: 2 })
    expect(await rows.must('GET', `/field-specs/${width.id}`)).toMatchObject({ usedCount: 1 })
  })

  test('are duplicated as drafts with values, tags, options, rules and answers, without evidence', async () => {
    const type = await rows.type()
    await rows.field(type, 'width', 'number')
    const machine = await rows.machine(type, { lifecycle: 'active', basePrice: '1250.5', currency: 'EUR' })
    await rows.setSpecs(machine, { width: 5 })
    const [tag, style] = [await rows.tag(), await rows.style()]
    await rows.must('POST', `/machines/${machine.id}/tags/${tag.id}`)
    const [one, other] = [await rows.option(machine, { price: '10' }), await rows.option(machine)]
    await rows.must('POST', `/machine-options/${one.id}/requires/attach`, { ids: [other.id] })
    const cell = await rows.cell(machine, style, {
      ...CONDITIONAL,
      evidence: 'measured',
      verifiedOn: '2026-01-01',
    })
    await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [one.id] })
    const copy = await rows.must('POST', `/machines/${machine.id}/duplicate`, { model: 'COPY-1' })
    expect(copy).toMatchObject({ model: 'COPY-1', name: machine.name, lifecycle: 'draft', basePrice: '1250.5' })
    expect(await valuesOf(copy)).toEqual({ width: 5 })
    expect(await rows.must('GET', `/machines/${copy.id}/tags`)).toMatchObject({ items: [{ id: tag.id }] })
    const options = await rows.must<Page<Row>>('GET', `/machines/${copy.id}/options?sort=name`)
    expect(options.items.map(({ name, price }) => [name, price])).toEqual([
      [one.name, '10'],
      [other.name, null],
    ])
    const [first, second] = options.items
    expect(await rows.must('GET', `/machine-options/${first?.id}/requires`)).toMatchObject({
      items: [{ id: second?.id }],
    })
    const pairs = await rows.must<Page<{ cell: Row; requiredOptions: Row[] }>>(
      'GET',
      `/machines/${copy.id}/compatible-styles?result=conditional`,
    )
    expect(pairs.items).toMatchObject([
      { cell: { result: 'conditional', evidence: null, verifiedOn: null }, requiredOptions: [{ id: first?.id }] },
    ])
    expectProblem(await rows.send('POST', `/machines/${machine.id}/duplicate`, { model: 'copy-1' }), 'duplicate')
    expectProblem(await rows.send('POST', `/machines/${crypto.randomUUID()}/duplicate`, { model: 'X' }), 'not_found')
  })

  test('keep their model while installed machines were built as it', async () => {
    const machine = await rows.machine(await rows.type())
    await app.sql(`UPDATE machine SET configuration_id = $1 WHERE machine_id = 'VFFS-2215'`, [
      String(machine.model).toLowerCase(),
    ])
    const body = { rowVersion: machine.rowVersion, model: 'OTHER' }
    const { errors } = expectProblem(await rows.send('PUT', `/machines/${machine.id}`, body), 'invalid_request')
    expect(errors?.map(({ path }) => path)).toEqual(['body.model'])
  })
})

describe('tags of machines', () => {
  test('are attached and detached as often as one likes; an unknown one is refused', async () => {
    const [machine, tag] = [await rows.machine(await rows.type()), await rows.tag()]
    const path = `/machines/${machine.id}/tags/${tag.id}`
    for (const _time of [1, 2]) await rows.must('POST', path)
    for (const _time of [1, 2]) await rows.must('DELETE', path)
    expectProblem(await rows.send('POST', `/machines/${machine.id}/tags/${crypto.randomUUID()}`), 'invalid_request')
    expectProblem(await rows.send('POST', `/machines/${crypto.randomUUID()}/tags/${tag.id}`), 'not_found')
    expectProblem(await rows.send('POST', '/tags', { name: String(tag.name).toUpperCase() }), 'duplicate')
  })
})

test('the parts of a deleted machine or style are in no list, count or file, and come back with it', async () => {
  const machine = await rows.machine(await rows.type())
  const [style, option] = [await rows.style(), await rows.option(machine)]
  const cell = await rows.cell(machine, style, {
    materials: [{ materialId: await rows.materialId('paper'), result: 'yes' }],
  })
  const rule = { machineId: machine.id, kind: 'included', name: 'Always', options: [{ optionId: option.id }] }
  const { id: ruleId } = await rows.must('POST', '/machine-option-rules', rule)
  const listed = async (path: string) => (await rows.must<Page<Row>>('GET', path)).items.map(({ id }) => id)
  const seen = async () => ({
    options: await listed(`/machine-options?machineId=${machine.id}`),
    rules: await listed(`/machine-option-rules?machineId=${machine.id}`),
    cells: await listed(`/compatibility?machineId=${machine.id}`),
    materials: (await listed(`/compatibility-materials?compatibilityId=${cell.id}`)).length,
    filters: (await rows.must<{ total: number }>('GET', `/machine-options/filters?machineId=${machine.id}`)).total,
    file: (await rows.send('GET', '/machine-options/export')).text.includes(option.id),
  })
  const all = { options: [option.id], rules: [ruleId], cells: [cell.id], materials: 1, filters: 1, file: true }
  const none = { options: [], rules: [], cells: [], materials: 0, filters: 0, file: false }
  expect(await seen()).toEqual(all)
  await rows.must('DELETE', `/machines/${machine.id}`)
  expect(await seen()).toEqual(none)
  await rows.must('POST', `/machines/${machine.id}/restore`)
  expect(await seen()).toEqual(all)
  await rows.must('DELETE', `/packaging-styles/${style.id}`)
  expect(await seen()).toEqual({ ...all, cells: [], materials: 0 })
  await rows.must('POST', `/packaging-styles/${style.id}/restore`)
  expect(await seen()).toEqual(all)
})
