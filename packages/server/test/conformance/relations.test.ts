import { type Call, operationsOf, type Relation, type RelationVerb, type Resource } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { type CallParts, pathOf } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { must, type Page, type Row } from './support/ask.ts'
import { auditOf } from './support/audit.ts'
import { bound, type Draft, isUnique, mainPlaceOf } from './support/maker.ts'
import { mainPlaces, resourceNamed } from './support/places.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

const related = mainPlaces.flatMap(({ resource, mount }) =>
  Object.entries(resource.traits.relations ?? {}).map(([name, relation]) => {
    const operations = Object.values(operationsOf(resource))
    const own = operations.filter((operation) => operation.mount === mount && operation.relation === name)
    const calls = Object.fromEntries(own.map(({ verb, call }) => [verb, call])) as Record<RelationVerb, Call>
    return [`${mount.path}/{id}/${name}`, resource, relation, calls, name] as const
  }),
)

function otherOf({ to }: Relation): Resource {
  const other = resourceNamed(to)
  if (other === undefined) throw new Error(`There is no resource ${to}.`)
  return other
}

test('some resource has a relation', () => {
  expect(related).not.toEqual([])
})

describe.each(related)('%s', (_, resource, relation, calls, name) => {
  const other = otherOf(relation)

  async function ask(verb: RelationVerb, parts: CallParts) {
    const { method } = calls[verb]
    return await (await maker.staff()).request(pathOf(calls[verb], parts), { method, body: parts.body })
  }

  async function change(verb: RelationVerb, row: Row, others: readonly Row[]) {
    return await ask(verb, { params: { id: row.id }, body: { ids: others.map(({ id }) => id) } })
  }

  async function attached(row: Row): Promise<string[]> {
    const answer = await ask('related', { params: { id: row.id } })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as Page).items.map(({ id }) => id).toSorted()
  }

  /** A row, and some that may be attached to it: they share the references that both have. */
  async function make(count: number): Promise<[Row, ...Row[]]> {
    const row = await maker.create(resource)
    const shared: Draft = {}
    for (const [field, { refersTo }] of Object.entries(other.fields)) {
      if (isUnique(other, field)) continue
      if (refersTo === undefined || resource.fields[field]?.refersTo !== refersTo || row[field] === null) continue
      for (const instead of bound(other, field).instead) shared[instead] = null
      shared[field] = row[field]
    }
    const others: Row[] = []
    for (let made = 0; made < count; made++) others.push(await maker.create(other, shared))
    return [row, ...others]
  }

  const ids = (...rows: readonly (Row | undefined)[]) => rows.map((row) => row?.id).toSorted()

  test('attaches, detaches and syncs, each as often as one likes', async () => {
    const [row, a, b, c] = (await make(3)) as [Row, Row, Row, Row]
    for (const _time of [1, 2]) expect((await change('attach', row, [a, b])).status).toBe(204)
    expect(await attached(row)).toEqual(ids(a, b))
    for (const _time of [1, 2]) expect((await change('detach', row, [a, c])).status).toBe(204)
    expect(await attached(row)).toEqual(ids(b))
    expect((await change('sync', row, [a, c])).status).toBe(204)
    expect(await attached(row)).toEqual(ids(a, c))
    expect((await change('sync', row, [])).status).toBe(204)
    expect(await attached(row)).toEqual([])
  })

  test('shows rows by their labels, page by page', async () => {
    const [row, ...others] = await make(3)
    await change('attach', row, others)
    const answer = await ask('related', { params: { id: row.id }, query: { page: '2', pageSize: '2' } })
    const labels = others.map((candidate) => String(candidate[other.label])).toSorted()
    expect(answer.body).toMatchObject({ total: 3, page: 2, pageSize: 2, items: [{ label: labels[2] }] })
  })

  test('is reported by the history, once where something changed', async () => {
    const [row, a] = (await make(1)) as [Row, Row]
    for (const _time of [1, 2]) await change('attach', row, [a])
    const entries = (await auditOf(app, row.id)).filter(({ action }) => action === 'attach')
    expect(entries).toHaveLength(1)
    const [label] = entries.map(({ after }) => after?.[name])
    expect(entries[0]?.before?.[name]).toEqual([])
    expect(String(label)).toContain(String(a[other.label]))
  })

  test('changes nothing if one of the ids may not be attached', async () => {
    const [row, a] = (await make(1)) as [Row, Row]
    const unknown = { id: '00000000-0000-7000-8000-000000000000' } as Row
    for (const verb of ['attach', 'sync'] as const) {
      const { errors } = expectProblem(await change(verb, row, [a, unknown]), 'invalid_request')
      expect(errors?.map(({ path }) => path)).toEqual(['body.ids.1'])
    }
    expect(await attached(row)).toEqual([])
  })

  test.runIf(other.traits.softDelete)('hides rows that were deleted until they come back', async () => {
    const [row, a] = (await make(1)) as [Row, Row]
    await change('attach', row, [a])
    const place = mainPlaceOf(other)
    const staff = await maker.staff()
    await staff.request(`${place.path}/${a.id}`, { method: 'DELETE' })
    expect(await attached(row)).toEqual([])
    expectProblem(await change('attach', row, [a]), 'invalid_request')
    await must(staff, place, 'restore', { params: { id: a.id } })
    expect(await attached(row)).toEqual([a.id])
  })

  test('is about a row that is there', async () => {
    const [, a] = (await make(1)) as [Row, Row]
    const missing = { id: '00000000-0000-7000-8000-000000000000' } as Row
    for (const verb of ['attach', 'detach', 'sync'] as const)
      expectProblem(await change(verb, missing, [a]), 'not_found')
    expectProblem(await ask('related', { params: { id: missing.id } }), 'not_found')
  })

  test('lets two who attach at once both have their way', async () => {
    const [row, ...others] = await make(8)
    const answers = await Promise.all(others.map((candidate) => change('attach', row, [candidate])))
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 204))
    expect(await attached(row)).toEqual(ids(...others))
  })
})

test('a contact of another company is refused at its field', async () => {
  const found = related.find(([, { table }]) => table === 'location')
  if (found === undefined) throw new Error('Locations have no contacts.')
  const [, location, relation, calls] = found
  const row = await maker.create(location)
  const stranger = await maker.create(otherOf(relation))
  const answer = await (await maker.staff()).request(pathOf(calls.attach, { params: { id: row.id } }), {
    method: 'POST',
    body: { ids: [stranger.id] },
  })
  const { errors } = expectProblem(answer, 'invalid_request')
  expect(errors).toEqual([
    { path: 'body.ids', code: 'rule', message: 'must be contacts of the same customer or supplier' },
  ])
})
