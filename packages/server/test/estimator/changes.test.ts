import { type ChangedProject, type ProjectChanges, permissionDescriptions } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { beginToEdit, type HeldProject, type Item, makeProject, succeeded } from './estimator-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const bagger = { section: 'Machines', description: 'Bagger', unit: 'pcs' }
const change = (held: HeldProject, body: ProjectChanges, token?: string) =>
  held.send('POST', `projects/${held.id}/changes`, body, token)
const changed = async (held: HeldProject, body: ProjectChanges) => succeeded<ChangedProject>(await change(held, body))

describe('a batch of changes', () => {
  test('makes, changes, removes and orders rows of all kinds in one step, and answers them with the sums', async () => {
    const held = await makeProject(staff)
    const first = await held.item({ unitPrice: '10' })
    const gone = await held.item({ unitPrice: '1' })
    const main = crypto.randomUUID()
    const other = crypto.randomUUID()
    const before = await held.read()
    const answer = await changed(held, {
      changes: [
        { kind: 'items', op: 'create', id: main, values: { ...bagger, unitPrice: '100', unitCost: '60' } },
        { kind: 'items', op: 'create', id: other, values: { ...bagger, unitPrice: '90', alternativeToId: main } },
        { kind: 'items', op: 'update', id: first.id, rowVersion: first.rowVersion, values: { quantity: '3' } },
        { kind: 'items', op: 'remove', id: gone.id },
        { kind: 'deliveries', op: 'create', values: { incoterm: 'DAP', namedPlace: 'Oslo', price: '7.5' } },
      ],
      order: [{ kind: 'items', ids: [main, other, first.id] }],
    })
    expect(answer.project).toMatchObject({ total: '137.5', lineCount: 3, rowVersion: before.rowVersion + 1 })
    expect(answer.items.map(({ id, sort }) => [id, sort])).toEqual([
      [main, 1],
      [other, 2],
      [first.id, 3],
    ])
    expect(answer.removed).toEqual([{ kind: 'items', id: gone.id }])
    const after = await held.read()
    expect(after.items).toEqual(answer.items)
    expect(after.deliveries).toEqual(answer.deliveries)
    const history = await staff.get(`/v1/estimator/project-items/${first.id}/history`)
    expect(history.text).toContain('"update-sort-order"')
  })

  test('swaps a line and its alternative, and takes the alternatives of a line along', async () => {
    const held = await makeProject(staff)
    const main = await held.item()
    const other = await held.item({ alternativeToId: main.id })
    await changed(held, {
      changes: [
        { kind: 'items', op: 'update', id: other.id, values: { alternativeToId: null } },
        { kind: 'items', op: 'update', id: main.id, values: { alternativeToId: other.id } },
      ],
    })
    const { removed, project } = await changed(held, { changes: [{ kind: 'items', op: 'remove', id: other.id }] })
    expect(new Set(removed.map(({ id }) => id))).toEqual(new Set([main.id, other.id]))
    expect(project.lineCount).toBe(0)
  })

  test('is refused as a whole, and every fault names its place', async () => {
    const held = await makeProject(staff)
    const item = await held.item()
    const before = await held.read()
    const wrong = expectProblem(
      await change(held, {
        changes: [
          { kind: 'items', op: 'update', id: item.id, values: { quantity: '2' } },
          { kind: 'items', op: 'update', id: item.id, values: { quantity: '-2' } },
        ],
      }),
      'invalid_request',
    )
    expect(new Set(wrong.errors?.map(({ path }) => path))).toEqual(new Set(['body.changes.1.values.quantity']))
    const references = expectProblem(
      await change(held, {
        changes: [
          { kind: 'items', op: 'update', id: item.id, values: { quantity: '2' } },
          { kind: 'items', op: 'create', values: { ...bagger, alternativeToId: crypto.randomUUID() } },
        ],
      }),
      'invalid_request',
    )
    expect(references.errors?.map(({ path }) => path)).toEqual(['body.changes.1.values.alternativeToId'])
    const rule = expectProblem(
      await change(held, {
        changes: [{ kind: 'items', op: 'update', id: item.id, values: { alternativeToId: item.id } }],
      }),
      'invalid_request',
    )
    expect(rule.errors?.map(({ path }) => path)).toEqual(['body.changes.0.values.alternativeToId'])
    const unknown = expectProblem(
      await change(held, { changes: [{ kind: 'extras', op: 'remove', id: item.id }] }),
      'invalid_request',
    )
    expect(unknown.errors?.map(({ path }) => path)).toEqual(['body.changes.0.id'])
    expect(await held.read()).toEqual(before)
  })

  test('is refused where rows have changed, another set is put in order, or the lock is not held', async () => {
    const held = await makeProject(staff)
    const item = await held.item()
    const stale = { kind: 'items', op: 'update', id: item.id, rowVersion: 99, values: { quantity: '2' } } as const
    expectProblem(await change(held, { changes: [stale] }), 'stale')
    expectProblem(await change(held, { order: [{ kind: 'items', ids: [] }] }), 'stale')
    expectProblem(await change(held, { order: [{ kind: 'items', ids: [item.id, item.id] }] }), 'stale')
    const other = await held.item()
    for (const ids of [[item.id], [item.id, other.id, other.id], [crypto.randomUUID()]]) {
      expectProblem(await held.send('PUT', 'project-items/update-sort-order', { ids }), 'stale')
    }
    expect((await held.send('PUT', 'project-items/update-sort-order', { ids: [other.id, item.id] })).status).toBe(204)
    expectProblem(await change(held, { changes: [{ ...stale, rowVersion: 1 }] }, '99'), 'edit_lock_lost')
    expectProblem(await change(held, {}, ''), 'edit_locked')
    const elsewhere = await makeProject(staff)
    expectProblem(
      await change(elsewhere, { changes: [{ kind: 'items', op: 'remove', id: item.id }] }),
      'invalid_request',
    )
  })

  test('brings a removed line back with its cost by the hand of somebody who may not see it', async () => {
    const held = await makeProject(staff)
    const { id } = await held.item({ unitPrice: '10', unitCost: '7351.5' })
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    const seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
    const { token } = await beginToEdit(seller, held.id)
    const send = (...changes: object[]) =>
      seller.request(`/v1/estimator/projects/${held.id}/changes`, {
        method: 'POST',
        body: { changes },
        headers: { 'edit-lock': token },
      })
    succeeded(await send({ kind: 'items', op: 'remove', id }))
    const values = { section: 'Machines', description: 'Bagger', unit: 'pcs', unitPrice: '10' }
    const back = await send({ kind: 'items', op: 'create', id, values })
    expect(back.text).not.toContain('7351.')
    expect((await seller.get(`/v1/estimator/project-items/${id}/history`)).text).not.toContain('7351.')
    expect(succeeded<Item>(await staff.get(`/v1/estimator/project-items/${id}`)).unitCost).toBe('7351.5')
    // In another project the id of a row says nothing of its cost.
    succeeded(await send({ kind: 'items', op: 'remove', id }))
    const elsewhere = await makeProject(seller)
    await change(elsewhere, { changes: [{ kind: 'items', op: 'create', id, values }] })
    expect(succeeded<Item>(await staff.get(`/v1/estimator/project-items/${id}`)).unitCost).toBeNull()
  })

  test('takes no cost from somebody who may not see costs, answers none, and keeps those that are there', async () => {
    const held = await makeProject(staff)
    const item = await held.item({ unitCost: '7351.5' })
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    const seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
    const { token } = await beginToEdit(seller, held.id)
    const send = (values: object) =>
      seller.request(`/v1/estimator/projects/${held.id}/changes`, {
        method: 'POST',
        body: { changes: [{ kind: 'items', op: 'update', id: item.id, values }] },
        headers: { 'edit-lock': token },
      })
    const { errors } = expectProblem(await send({ unitCost: '1' }), 'permission_missing')
    expect(errors?.map(({ path }) => path)).toEqual(['body.changes.0.values.unitCost'])
    const answer = await send({ description: 'Other', unitCost: null })
    expect([answer.status, /7351\./.test(answer.text)]).toEqual([200, false])
    expect(await held.read()).toMatchObject({ cost: '7351.5', items: [{ description: 'Other', unitCost: '7351.5' }] })
  })

  test('of 2,000 new lines is one step, and one more does not fit', async () => {
    const held = await makeProject(staff)
    const lines = Array.from({ length: 2_000 }, (_, place) => {
      return {
        kind: 'items',
        op: 'create',
        values: { ...bagger, description: `Line ${place}`, unitPrice: '1.01' },
      } as const
    })
    expect((await changed(held, { changes: lines })).project).toMatchObject({ total: '2020', lineCount: 2_000 })
    expectProblem(await change(held, { changes: lines.slice(0, 1) }), 'invalid_request')
  })
})
