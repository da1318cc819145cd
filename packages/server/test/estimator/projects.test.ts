import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { beginToEdit, makeProject, type Project, succeeded, waysOfChanging } from './estimator-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
/** May do everything but see costs. */
let seller: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
})

describe('a project', () => {
  test('gets the next number of the year, and none is given twice', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeProject(staff)))
    const numbers = made.map(({ project }) => Number(project.number.split('-')[2])).toSorted((a, b) => a - b)
    expect(new Set(numbers).size).toBe(8)
    expect((numbers[7] ?? 0) - (numbers[0] ?? 0)).toBe(7)
    expect(made[0]?.project.number).toMatch(/^Q-20\d\d-\d{5}$/)
  })

  test('has the sums of what counts, whatever way it was changed', async () => {
    const held = await makeProject(staff, { taxCategory: 'standard', taxPercent: '25' })
    const main = await held.item({ quantity: '2', unitPrice: '100.005', unitCost: '60', discountPercent: '10' })
    await held.item({ unitPrice: '999', alternativeToId: main.id })
    expect(await held.read()).toMatchObject({
      subtotal: '180.01',
      tax: '45',
      total: '225.01',
      cost: '120',
      lineCount: 2,
    })
    const extra = {
      projectId: held.id,
      description: 'Printer',
      unit: 'pcs',
      quantity: '1',
      unitPrice: '50',
      selected: true,
    }
    succeeded(await held.send('POST', 'project-optional-extras', extra))
    const step = { projectId: held.id, kind: 'SAT', description: 'At site', days: '2', engineers: 2, dayRate: '10.1' }
    succeeded(await held.send('POST', 'project-commissioning', { ...step, dayCost: '5', travel: '1' }))
    const whole = await held.read()
    // The extra has no cost that is known.
    expect(whole).toMatchObject({ subtotal: '271.41', total: '339.26', cost: null, margin: null })
    const change = { rowVersion: whole.rowVersion, discountKind: 'amount', discountValue: '71.41' }
    const changed = succeeded<Project>(await held.send('PUT', `projects/${held.id}`, change))
    expect(changed).toMatchObject({ discount: '71.41', net: '200', tax: '50', total: '250' })
  })

  test.for([
    ['a negative quantity', { quantity: '-1' }, 'quantity'],
    ['101 percent', { discountPercent: '101' }, 'discountPercent'],
    ['NaN', { unitPrice: 'NaN' }, 'unitPrice'],
    ['1e30', { unitPrice: '1e30' }, 'unitPrice'],
  ] as const)('refuses a line with %s at its field', async ([, values, field]) => {
    const held = await makeProject(staff)
    const body = { projectId: held.id, section: 'Machines', description: 'Bagger', unit: 'pcs', ...values }
    const { errors } = expectProblem(await held.send('POST', 'project-items', body), 'invalid_request')
    expect(new Set(errors?.map(({ path }) => path))).toEqual(new Set([`body.${field}`]))
  })

  test('in a currency without decimals has whole amounts, and takes no price that is not whole', async () => {
    const held = await makeProject(staff, { currency: 'JPY', discountKind: 'percent', discountValue: '2.5' })
    const item = await held.item({ quantity: '1.5', unitPrice: '21', unitCost: '0.1' })
    // 31.5, half away from zero, less a discount that is rounded so too.
    expect(await held.read()).toMatchObject({ subtotal: '32', discount: '1', total: '31', cost: '0' })
    const { rowVersion } = await held.read()
    const projectId = held.id
    const sold = { projectId, description: 'Printer', unit: 'pcs', unitPrice: '10.5' }
    const step = { projectId, kind: 'SAT', description: 'Test' }
    const ways: [method: 'POST' | 'PUT', path: string, body: object, field: string][] = [
      ['PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, unitPrice: '10.5' }, 'unitPrice'],
      ['POST', 'project-items', { ...sold, section: 'Machines' }, 'unitPrice'],
      ['POST', 'project-optional-extras', sold, 'unitPrice'],
      ['POST', 'project-deliveries', { projectId, incoterm: 'DAP', namedPlace: 'Oslo', price: '0.5' }, 'price'],
      ['POST', 'project-commissioning', { ...step, dayRate: '0.5' }, 'dayRate'],
      ['POST', 'project-commissioning', { ...step, travel: '0.5' }, 'travel'],
      ['PUT', `projects/${held.id}`, { rowVersion, discountKind: 'amount', discountValue: '0.5' }, 'discountValue'],
    ]
    for (const [method, path, body, field] of ways) {
      const { errors } = expectProblem(await held.send(method, path, body), 'invalid_request')
      expect(
        errors?.map((one) => one.path),
        `${path} ${field}`,
      ).toEqual([`body.${field}`])
    }
    const changes = [{ kind: 'items', op: 'update', id: item.id, values: { unitPrice: '10.5' } }]
    const { errors } = expectProblem(
      await held.send('POST', `projects/${held.id}/changes`, { changes }),
      'invalid_request',
    )
    expect(errors?.map(({ path }) => path)).toEqual(['body.changes.0.values.unitPrice'])
  })

  test('refuses a sum that is too big at the fields that it is made of', async () => {
    const held = await makeProject(staff)
    const item = await held.item()
    const values = { quantity: '9999999999', unitPrice: '999999999999' }
    const body = { rowVersion: item.rowVersion, ...values }
    const alone = expectProblem(await held.send('PUT', `project-items/${item.id}`, body), 'invalid_request')
    expect(alone.errors?.map(({ path }) => path)).toEqual(['body.quantity', 'body.unitPrice'])
    const changes = [{ kind: 'items', op: 'update', id: item.id, values }]
    const among = expectProblem(await held.send('POST', `projects/${held.id}/changes`, { changes }), 'invalid_request')
    expect(among.errors?.map(({ path }) => path)).toEqual([
      'body.changes.0.values.quantity',
      'body.changes.0.values.unitPrice',
    ])
    expect(await held.read()).toMatchObject({ total: '0' })
  })

  test.for([
    [
      'a rate in a category that charges no tax',
      { taxCategory: 'exempt', taxPercent: '19' },
      'taxPercent',
      /^must be 0 in this/,
    ],
    ['rounding to cash in a currency without a step', { roundsToCash: true }, 'roundsToCash', /such as CHF/],
    ['a validity in the past', { validUntil: '2020-01-01' }, 'validUntil', /not be in the past/],
    ['a user of a customer as owner', { ownerId: 'customer' }, 'ownerId', /must be a colleague/],
  ] as const)('refuses %s at its field, when it is made and when it is changed', async ([, given, field, words]) => {
    const [user] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE customer_id IS NOT NULL LIMIT 1`)
    const values = 'ownerId' in given ? { ownerId: user?.id } : given
    const held = await makeProject(staff)
    const { customerId, rowVersion, ownerId } = held.project
    const made = { title: 'Line 5', customerId, ownerId, currency: 'EUR', ...values }
    for (const answer of [
      await staff.post('/v1/estimator/projects', made),
      await held.send('PUT', `projects/${held.id}`, { rowVersion, ...values }),
    ]) {
      const { errors } = expectProblem(answer, 'invalid_request')
      expect(errors).toMatchObject([{ path: `body.${field}`, message: expect.stringMatching(words) }])
      expect(errors).toHaveLength(1)
    }
  })

  test('rounds Swiss francs to cash as the currency ships', async () => {
    const held = await makeProject(staff, { currency: 'CHF', roundsToCash: true })
    await held.item({ unitPrice: '10.03' })
    expect(await held.read()).toMatchObject({ net: '10.03', total: '10.05' })
  })

  test('refuses an alternative to an alternative, and extras that need each other', async () => {
    const held = await makeProject(staff)
    const main = await held.item()
    const other = await held.item({ alternativeToId: main.id })
    const body = {
      projectId: held.id,
      section: 'Machines',
      description: 'Third',
      unit: 'pcs',
      alternativeToId: other.id,
    }
    expectProblem(await held.send('POST', 'project-items', body), 'invalid_request')
    const extra = { projectId: held.id, description: 'Printer', unit: 'pcs' }
    const first = succeeded<Project>(await held.send('POST', 'project-optional-extras', extra))
    const second = succeeded<Project>(
      await held.send('POST', 'project-optional-extras', { ...extra, dependsOnExtraId: first.id }),
    )
    const circle = { rowVersion: first.rowVersion, dependsOnExtraId: second.id }
    const { errors } = expectProblem(
      await held.send('PUT', `project-optional-extras/${first.id}`, circle),
      'invalid_request',
    )
    expect(errors?.map(({ path }) => path)).toEqual(['body.dependsOnExtraId'])
  })
})

describe('the edit lock', () => {
  test('is held against every way of changing a project: without it, with a stale token and with another person’s', async () => {
    const held = await makeProject(staff)
    const ways = await waysOfChanging(held)
    const stale = held.token
    const session = crypto.randomUUID()
    held.token = (await staff.call('forceLock', { params: { id: held.id }, body: { session, reason: 'Test' } })).token
    const before = await held.read()
    for (const [method, path, body] of ways) {
      expect((await held.send(method, path, body, '')).status, `${method} ${path}`).toBe(423)
      expect((await held.send(method, path, body, stale)).status, `${method} ${path}`).toBe(409)
      const stranger = { method, body, headers: { 'edit-lock': held.token } }
      expect((await seller.request(`/v1/estimator/${path}`, stranger)).status, `${method} ${path}`).toBe(409)
    }
    const [item] = before.items
    const late = staff.with({ 'edit-lock': stale })
    for (const path of [`projects/${held.id}/files`, `project-items/${item?.id}/files`]) {
      expectProblem(await sendFile(app, late, `/v1/estimator/${path}`, 'a.txt', Buffer.from('A')), 'edit_lock_lost')
    }
    expect(await held.read()).toEqual(before)
  })

  test('goes to another window of the same person only when it asks to go on there', async () => {
    const held = await makeProject(staff)
    const session = crypto.randomUUID()
    const path = `projects/${held.id}/lock/acquire`
    expect(expectProblem(await held.send('POST', path, { session }), 'edit_locked').editor?.name).not.toBe('')
    const lock = succeeded<{ token: string }>(await held.send('POST', path, { session, continueHere: true }))
    expect(Number(lock.token)).toBe(Number(held.token) + 1)
    expectProblem(
      await held.send('POST', `projects/${held.id}/lock/heartbeat`, { token: held.token }),
      'edit_lock_lost',
    )
  })

  test('is free when its time is over, by the clock of the database', async () => {
    const held = await makeProject(staff)
    await app.sql(`UPDATE project_lock SET expires_at = clock_timestamp() - interval '1 ms' WHERE project_id = $1`, [
      held.id,
    ])
    expect((await staff.call('lockStatus', { params: { id: held.id } })).editor).toBeNull()
    expectProblem(await held.send('POST', 'project-items', {}), 'invalid_request')
    const body = { projectId: held.id, section: 'Machines', description: 'Bagger', unit: 'pcs' }
    expectProblem(await held.send('POST', 'project-items', body), 'edit_lock_lost')
    expectProblem(await held.send('POST', 'project-items', body, ''), 'edit_lock_needed')
    await beginToEdit(seller, held.id)
  })

  test('is asked for and handed over', async () => {
    const held = await makeProject(staff)
    const params = { id: held.id }
    await seller.call('askForLock', { params })
    expect((await staff.call('lockStatus', { params })).asked).not.toBeNull()
    await staff.call('handOverLock', { params, body: { token: held.token } })
    expectProblem(
      await held.send('POST', `projects/${held.id}/lock/acquire`, { session: crypto.randomUUID() }),
      'edit_locked',
    )
    expect(Number((await beginToEdit(seller, held.id)).token)).toBeGreaterThan(Number(held.token))
  })
})

describe('costs', () => {
  /** So rare that it is in no other number. */
  const COST = '7351.928417'

  test('are in no answer for somebody who may not see them', async () => {
    const held = await makeProject(staff, { targetMargin: '31.4159' })
    const item = await held.item({ unitPrice: '9000', unitCost: COST })
    await held.send('POST', 'project-deliveries', {
      projectId: held.id,
      incoterm: 'DAP',
      namedPlace: 'Oslo',
      cost: COST,
    })
    const { rowVersion } = await held.read()
    succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion, note: 'First' }))
    succeeded(
      await held.send('PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, unitCost: '7351.928418' }),
    )
    const paths = [
      `projects/${held.id}`,
      'projects?pageSize=100',
      `project-items?projectId=${held.id}`,
      `project-items/${item.id}`,
      `project-items/${item.id}/history`,
      `project-deliveries?projectId=${held.id}`,
      `projects/${held.id}/history`,
      `projects/${held.id}/versions/1`,
    ]
    for (const path of paths) {
      const seen = await staff.get(`/v1/estimator/${path}`)
      expect(seen.status, path).toBe(200)
      const { status, text } = await seller.get(`/v1/estimator/${path}`)
      expect([path, status, /7351\.9|31\.4159|14703\.8/.exec(text)?.[0]]).toEqual([path, 200, undefined])
    }
    expect((await staff.get(`/v1/estimator/projects/${held.id}/versions/1`)).text).toContain(COST)
    for (const query of ['sort=unitCost', 'unitCost=1', 'sort=-margin']) {
      expect((await staff.get(`/v1/estimator/project-items?${query}`)).status).toBe(400)
    }
  })

  test('are not changed by somebody who may not see them, and stay when others are', async () => {
    const held = await makeProject(staff)
    const item = await held.item({ unitCost: COST })
    await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
    const { token } = await beginToEdit(seller, held.id)
    const put = (body: object) =>
      seller.request(`/v1/estimator/project-items/${item.id}`, { method: 'PUT', body, headers: { 'edit-lock': token } })
    expectProblem(await put({ rowVersion: item.rowVersion, unitCost: '1' }), 'permission_missing')
    const saved = succeeded<{ unitCost: null }>(
      await put({ rowVersion: item.rowVersion, unitCost: null, description: 'Other' }),
    )
    expect(saved.unitCost).toBeNull()
    expect((await staff.get(`/v1/estimator/project-items/${item.id}`)).body).toMatchObject({
      unitCost: COST,
      description: 'Other',
    })
  })

  test('are seen in a project by who has a role there that sees them', async () => {
    const held = await makeProject(staff)
    await held.item({ unitCost: COST })
    const { user } = await seller.call('me')
    const type = { code: `see-${held.project.number}`, name: 'Calculates', seesCost: true }
    const { id: typeId } = succeeded<Project>(await staff.post('/v1/estimator/admin/project-role-types', type))
    succeeded(await staff.post('/v1/estimator/project-roles', { projectId: held.id, userId: user.id, typeId }))
    expect((await seller.get(`/v1/estimator/projects/${held.id}`)).text).toContain(COST)
    const people = await staff.call('peopleOfProject', { params: { projectId: held.id } })
    expect(people).toMatchObject([{ userId: user.id, typeId }])
    expect((await staff.call('projectRoleTypeList')).map(({ id }) => id)).toContain(typeId)
    const role = { projectId: held.id, userId: user.id }
    await staff.call('removePersonOfProject', { params: role })
    expectProblem(
      await staff.request(`/v1/estimator/project-roles/${held.id}/${user.id}`, { method: 'DELETE' }),
      'not_found',
    )
    expect((await seller.get(`/v1/estimator/projects/${held.id}`)).text).not.toContain(COST)
  })
})

test('A version restores a project with its lines and costs as they were', async () => {
  const held = await makeProject(staff)
  await held.item({ unitPrice: '10', unitCost: '7' })
  const { rowVersion } = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion }))
  const versionOf = async (number: number) =>
    (await staff.get(`/v1/estimator/projects/${held.id}/versions/${number}`)).body as { snapshot: Project }
  await held.item({ unitPrice: '20' })
  const changed = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions/1/restore`, { rowVersion: changed.rowVersion }))
  const restored = await held.read()
  expect(restored).toMatchObject({ total: '10', cost: '7', lineCount: 1 })
  const [before] = (await versionOf(1)).snapshot.items
  expect(restored.items[0]).toMatchObject({ id: before?.id, unitCost: '7' })
})

test('A version is restored with its costs by somebody who sees none, and answers none', async () => {
  const held = await makeProject(staff)
  const item = await held.item({ unitPrice: '10', unitCost: '7.7531' })
  const { rowVersion } = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion }))
  succeeded(await held.send('PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, unitCost: '1' }))
  await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
  const now = await held.read()
  const { token } = await beginToEdit(seller, held.id)
  const path = `/v1/estimator/projects/${held.id}/versions/1/restore`
  const answer = await seller.post(path, { rowVersion: now.rowVersion }, { 'edit-lock': token })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.text).not.toContain('7.7531')
  expect((await held.read()).items[0]?.unitCost).toBe('7.7531')
})
