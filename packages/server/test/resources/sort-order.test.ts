import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { rowsOf } from './rows-of.ts'

const app = useTestApp()
const path = '/v1/industries'
const industries = async () => rowsOf(await app.as('staff'), path)
const codes = async () => (await (await industries()).list()).items.map((row) => row.code)

async function make(...names: string[]): Promise<string[]> {
  const rows = await industries()
  const ids: string[] = []
  for (const code of names) ids.push((await rows.create({ code, name: code })).id)
  return ids
}

async function put(ids: unknown) {
  return await (await app.as('staff')).request(`${path}/update-sort-order`, { method: 'PUT', body: { ids } })
}

describe('a sort order', () => {
  test('is the order in which the ids are sent; rows that are not named keep theirs after them', async () => {
    const [a, b, c, d] = await make('A', 'B', 'C', 'D')
    expect((await put([c, a])).status).toBe(204)
    expect(await codes()).toEqual(['C', 'A', 'B', 'D'])
    expect((await put([d, c, b, a])).status).toBe(204)
    expect((await (await industries()).list()).items.map((row) => row.sort)).toEqual([1, 2, 3, 4])
    expect(await codes()).toEqual(['D', 'C', 'B', 'A'])
  })

  test('reports in the history of each row that has moved, and leaves the others as they are', async () => {
    const rows = await industries()
    const before = (await rows.list()).items
    const [first, second, ...rest] = before
    await put([second?.id, first?.id])
    const { items } = await rows.history(first?.id ?? '')
    expect(items[0]).toMatchObject({ action: 'update-sort-order', changes: [{ field: 'sort', before: 1, after: 2 }] })
    expect((await rows.list()).items.slice(2)).toEqual(rest)
  })

  test('with an id that is unknown, deleted or there twice changes nothing and names it', async () => {
    const rows = await industries()
    const [gone] = await make('GONE')
    await rows.remove(gone ?? '')
    const before = (await rows.list()).items
    const [first, second] = before.map((row) => row.id)
    const answer = await put([second, first, gone, '01890000-0000-7000-8000-000000000000', second])
    expect(expectProblem(answer, 'invalid_request').errors).toMatchObject([
      { path: 'body.ids.2', code: 'reference' },
      { path: 'body.ids.3', code: 'reference' },
      { path: 'body.ids.4', code: 'duplicate' },
    ])
    expectProblem(await put(['seven']), 'invalid_request')
    expectProblem(await put([]), 'invalid_request')
    expect((await rows.list()).items).toEqual(before)
  })

  test('comes out as one of two that are sent at once, and never as a mixture', async () => {
    const ids = (await (await industries()).list()).items.map((row) => row.id)
    const orders = [ids, [...ids].reverse()]
    await Promise.all([...orders, ...orders].map((order) => put(order)))
    const found = (await (await industries()).list()).items.map((row) => row.id)
    expect(orders).toContainEqual(found)
  })

  test('needs the permission to update', async () => {
    const customer = await app.as('customer')
    const answer = await customer.request(`${path}/update-sort-order`, { method: 'PUT', body: { ids: [] } })
    expect(expectProblem(answer, 'permission_missing').detail).toContain('industry.update')
  })
})
