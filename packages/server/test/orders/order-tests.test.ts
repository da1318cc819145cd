import {
  type AcceptanceCriterion,
  acceptanceTests,
  type ChangedFigures,
  orderedMachines,
  permissionDescriptions,
} from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { succeeded } from '../estimator/estimator-rows.ts'
import type { Caller } from '../support/caller.ts'
import { png } from '../support/crafted-files.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { claim, OrderRows } from './order-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
let customer: Caller
let rows: OrderRows

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  rows = await OrderRows.of(app)
})

const REJECTS: AcceptanceCriterion = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 1, unit: '%' }
const CHANGEOVER: AcceptanceCriterion = {
  ...{
    name: 'Changeover',
    kind: 'other',
    direction: 'atMost',
    figure: 15,
    unit: 'min',
    conditions: 'With two fitters',
  },
}
const SPEED: AcceptanceCriterion = { name: 'Speed', kind: 'speed', direction: 'atLeast', figure: 72, unit: 'per min' }
const SIGNATURE = { name: 'Ola Nordmann', drawing: null, signedAt: '2026-03-01T10:00:00.000Z' }

/** As a device sends it; the changeover is measured before the speed, which is promised first. */
const entry = (orderedMachineId: string, more: object = {}, of: object = {}) => ({
  ...{ entryId: crypto.randomUUID(), seen: null, signature: SIGNATURE, ...more },
  test: {
    ...{ orderedMachineId, testedOn: '2026-03-01', product: 'Salmon, 200 g', openPoints: 2, accepted: true },
    openPointList: 'Guard is loose\nManual in Danish',
    measured: [
      { ...CHANGEOVER, value: 12.5, note: 'By the book' },
      { ...SPEED, value: 74 },
    ],
    ...of,
  },
})
/** Makes the quote of a line one of before, which did not show the speed that it promises. */
const beforeShown = (projectItemId: string | null) =>
  app.sql(
    `UPDATE quote_link SET content = ((content::jsonb) #- '{items,0,promisedSpeed}')::text
     WHERE project_id = (SELECT project_id FROM project_item WHERE id = $1)`,
    [projectItemId],
  )
const order = () => rows.order({ criteria: [REJECTS, CHANGEOVER] })
const record = (body: ReturnType<typeof entry>) => staff.call('recordAcceptanceTest', { body })
const testsOf = (id: string) => staff.call('orderedMachineTests', { params: { id } })
const onMachine = async (id: string) =>
  (await customer.call('machineAcceptanceTests', { params: { id } })).tests.map(({ rowVersion: _, ...shown }) => shown)
const promisesOf = async (id: string) => {
  const { promises } = await customer.call('machinePromises', { params: { id }, query: { weeks: '13' } })
  return Object.fromEntries(promises.map(({ name, tests }) => [name, tests.factory?.value]))
}
const planOf = (id: string) => staff.get(`/v1/ordered-machines/${id}`)

describe('a test at the factory of an ordered machine', () => {
  test('is recorded against the figures of its quote before it is claimed, and ends its step', async () => {
    const { ordered } = await order()
    const [{ id, number }, second] = ordered
    expect(await testsOf(id)).toMatchObject({
      ...{ number, machineID: null, isDeleted: false, tests: [] },
      figures: [SPEED, REJECTS, CHANGEOVER],
    })
    const body = entry(id)
    const answers = await Promise.all([1, 2, 3].map(() => record(body)))
    const [{ testId } = { testId: '' }] = answers
    expect(answers).toEqual([{ testId }, { testId }, { testId }])
    const path = acceptanceTests.calls.attachFile.path.replace('{id}', testId)
    expect((await sendFile(app, staff, path, 'Changeover 1.png', png())).status).toBe(201)
    expect((await testsOf(id)).tests).toMatchObject([
      {
        ...{ id: testId, kind: 'factory', openPoints: 2, photos: [{ name: 'Changeover 1.png' }] },
        results: [
          { promiseId: null, name: 'Changeover', figure: 15, value: 12.5 },
          { promiseId: null, name: 'Speed', figure: 72, value: 74 },
        ],
        signature: { name: 'Ola Nordmann', isChanged: false },
      },
    ])
    expect(succeeded(await planOf(id))).toMatchObject({ factoryTestDone: '2026-03-01', nextStep: 'delivery' })
    expect((await testsOf(second.id)).tests).toEqual([])
    expect(succeeded(await planOf(second.id))).toMatchObject({ factoryTestDone: null })
  })

  test('joins the machine and its promises with the claim, and leaves them with its release without a loss', async () => {
    const { quote, ordered } = await order()
    const [{ id }] = ordered
    const planned = `${quote.model}-1`
    const { testId } = await record(entry(id))
    const seen = { id: testId, rowVersion: 1 }
    const deleted = await record(entry(id, { seen, signature: null }, { product: 'Deleted' }))
    succeeded(await staff.request(`/v1/acceptance-tests/${deleted.testId}`, { method: 'DELETE' }))
    for (const _ of ['first', 'second']) {
      succeeded(await claim(customer, await rows.labelOf(ordered[0]), planned))
      const [shown, ...others] = await onMachine(planned)
      expect(others).toEqual([])
      expect(shown).toMatchObject({
        id: testId,
        results: [
          { promiseId: expect.any(String), name: 'Speed', value: 74 },
          { promiseId: expect.any(String), name: 'Changeover', value: 12.5 },
        ],
        // The order of the values is nothing that was signed.
        signature: { isChanged: false },
      })
      expect(await promisesOf(planned)).toEqual({ Speed: 74, Rejects: undefined, Changeover: 12.5 })
      expect((await testsOf(id)).tests).toMatchObject([{ id: testId }])
      await staff.call('releaseOrderedMachine', { params: { id } })
      const { machineID, tests } = await testsOf(id)
      expect(machineID).toBeNull()
      expect(tests).toMatchObject([
        { id: testId, signature: { isChanged: false }, results: [{ promiseId: null }, { promiseId: null }] },
      ])
      const left = await app.sql(
        'SELECT FROM acceptance_test WHERE machine_id IS NOT NULL AND ordered_machine_id = $1',
        [id],
      )
      expect(left).toEqual([])
    }
    const stored = succeeded<{ measured: object[] }>(await staff.get(`/v1/acceptance-tests/${testId}`))
    expect(stored.measured).toEqual([
      { ...SPEED, value: 74 },
      { ...CHANGEOVER, value: 12.5, note: 'By the book' },
    ])
    const audit = await app.sql<{ email: string }>(
      `SELECT u.email FROM audit_entry a JOIN user_account u ON u.id = a.actor_id WHERE a.row_id = $1 AND a.action = 'update' ORDER BY a.id`,
      [testId],
    )
    expect(audit.map(({ email }) => email.split('@')[0])).toEqual(['customer', 'staff', 'customer', 'staff'])
  })

  test('that a device sends after the claim is one of the machine at once', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    succeeded(await claim(customer, await rows.labelOf(ordered[0]), planned))
    const { testId } = await record(entry(ordered[0].id))
    expect(await onMachine(planned)).toMatchObject([{ id: testId, signature: { isChanged: false } }])
    expect(await promisesOf(planned)).toEqual({ Speed: 74, Rejects: undefined, Changeover: 12.5 })
  })

  test('and a claim at the same time follow each other', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    const token = await rows.labelOf(ordered[0])
    const [claimed] = await Promise.all([claim(customer, token, planned), record(entry(ordered[0].id))])
    succeeded(claimed)
    expect(await promisesOf(planned)).toEqual({ Speed: 74, Rejects: undefined, Changeover: 12.5 })
  })

  test('stays with its values where the machine has no such promise', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    await record(entry(ordered[0].id, {}, { measured: [{ ...SPEED, figure: 70, value: 74 }] }))
    succeeded(await claim(customer, await rows.labelOf(ordered[0]), planned))
    expect(await onMachine(planned)).toMatchObject([{ results: [{ promiseId: null, figure: 70, value: 74 }] }])
    expect(await promisesOf(planned)).toEqual({ Speed: undefined, Rejects: undefined, Changeover: undefined })
  })

  test('can be read after its order was cancelled, and no other is recorded then', async () => {
    const { ordered } = await order()
    const [{ id }] = ordered
    const { testId } = await record(entry(id))
    succeeded(await staff.request(orderedMachines.calls.remove.path.replace('{id}', id), { method: 'DELETE' }))
    expect(await testsOf(id)).toMatchObject({ isDeleted: true, tests: [{ id: testId, product: 'Salmon, 200 g' }] })
    const seen = { id: testId, rowVersion: 1 }
    const refused = expectProblem(await staff.post('/v1/acceptance-entries', entry(id, { seen })), 'invalid_request')
    expect(refused.errors?.map(({ path }) => path)).toEqual(['body.orderedMachineId'])
    const forced = await staff.request(`/v1/ordered-machines/${id}/force`, { method: 'DELETE' })
    expectProblem(forced, 'referenced')
  })

  test('that somebody else recorded meanwhile is shown beside it', async () => {
    const { ordered } = await order()
    const [{ id }] = ordered
    const { testId } = await record(entry(id))
    const refused = await staff.post('/v1/acceptance-entries', entry(id))
    expectProblem(refused, 'stale')
    expect((refused.body as { current: object }).current).toMatchObject({ id: testId })
  })

  test('is signed against the figures that were shown: others of its line meanwhile are refused with both', async () => {
    const { ordered } = await order()
    const [{ id, projectItemId }] = ordered
    const figures = [CHANGEOVER, SPEED].map(({ kind: _, conditions = null, ...figure }) => ({
      ...{ promiseId: null, ...figure, conditions },
    }))
    await beforeShown(projectItemId)
    await app.sql('UPDATE project_item SET promised_speed = 80 WHERE id = $1', [projectItemId])
    const body = entry(id, { shown: figures })
    const refused = await staff.post('/v1/acceptance-entries', body)
    expectProblem(refused, 'stale')
    const now = { name: 'Speed', direction: 'atLeast', figure: 80, unit: 'per min', conditions: null }
    expect((refused.body as { current: ChangedFigures }).current.figures).toEqual([
      { promiseId: null, shown: { ...now, figure: 72 }, now },
    ])
    const [changeover, speed] = figures
    const fast = { ...SPEED, figure: 80 }
    const measured = [
      { ...CHANGEOVER, value: 12.5 },
      { ...fast, value: 74 },
    ]
    // What is sent as measured is what was shown.
    expectProblem(
      await staff.post('/v1/acceptance-entries', entry(id, { shown: figures }, { measured })),
      'invalid_request',
    )
    const { testId } = await record(entry(id, { shown: [changeover, { ...speed, figure: 80 }] }, { measured }))
    expect((await testsOf(id)).tests).toMatchObject([{ id: testId, signature: { isChanged: false } }])
    const signed = await app.sql<{ signed: string }>(
      'SELECT signed FROM acceptance_entry WHERE acceptance_test_id = $1',
      [testId],
    )
    expect(JSON.parse(signed[0]?.signed ?? '').results).toMatchObject([
      { name: 'Changeover', direction: 'atMost', figure: 15, conditions: 'With two fitters', value: 12.5 },
      { name: 'Speed', direction: 'atLeast', figure: 80, value: 74 },
    ])
    // Who goes on records what was shown.
    const seen = { id: testId, rowVersion: 1 }
    await record(entry(id, { seen, shown: [changeover, { ...speed, now }] }))
    expect((await testsOf(id)).tests[0]?.results).toMatchObject([{ figure: 15 }, { name: 'Speed', figure: 72 }])
  })

  test('is refused where it does not hold', async () => {
    const { ordered } = await order()
    const [{ id }] = ordered
    const refused = async (of: object) => {
      const { errors } = expectProblem(await staff.post('/v1/acceptance-entries', entry(id, {}, of)), 'invalid_request')
      return errors?.map(({ path }) => path.replace(/^body\.(test\.)?/, ''))
    }
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine LIMIT 1')
    const many = Array.from({ length: 51 }, (_, figure) => ({ ...REJECTS, figure, value: 1 }))
    expect(await refused({ kind: 'site' })).toEqual(['kind'])
    expect(await refused({ machineId: machine?.id })).toEqual(['machineId', 'orderedMachineId'])
    expect(await refused({ orderedMachineId: null })).toEqual(['machineId', 'orderedMachineId'])
    expect(await refused({ orderedMachineId: machine?.id })).toEqual(['orderedMachineId'])
    expect(await refused({ measured: [REJECTS] })).toEqual(['measured.0.value'])
    expect(await refused({ measured: [{ ...REJECTS, value: -1 }] })).toEqual(['measured.0.value'])
    expect(await refused({ measured: [{ ...REJECTS, value: 1, cost: '1' }] })).toHaveLength(1)
    expect(await refused({ measured: many })).toEqual(['measured'])
    expect(await refused({ measured: [many[0], many[0]] })).toEqual(['measured'])
    expect((await testsOf(id)).tests).toEqual([])
  })

  test('needs the permissions for orders and for acceptance tests, which customers have not', async () => {
    const { ordered } = await order()
    const [{ id }] = ordered
    const path = `/v1/ordered-machines/${id}/acceptance-tests`
    const allBut = (permission: string) =>
      maker.account(Object.keys(permissionDescriptions).filter((one) => one !== permission))
    expectProblem(await (await allBut('orderedMachine.read')).get(path), 'permission_missing')
    const without = await allBut('acceptanceTest.create')
    succeeded(await without.get(path))
    expectProblem(await without.post('/v1/acceptance-entries', entry(id)), 'permission_missing')
    for (const caller of [customer, await app.as('other')]) {
      expectProblem(await caller.get(path), 'permission_missing')
      expectProblem(await caller.post('/v1/acceptance-entries', entry(id)), 'permission_missing')
    }
    expectProblem(await app.anonymous.get(path), 'not_signed_in')
    // Somebody of the customer who may read tests sees those of the own orders.
    await record(entry(id))
    const found = async (code: string) => {
      const caller = await maker.account(['customer.access', 'acceptanceTest.read'], code)
      return succeeded<{ items: object[] }>(await caller.get(`/v1/acceptance-tests?orderedMachineId=${id}`)).items
        .length
    }
    const codes = await app.sql<{ code: string; isOwn: boolean }>(
      `SELECT code, id = $1 AS "isOwn" FROM customer WHERE id IN (SELECT customer_id FROM user_account) ORDER BY id = $1 DESC LIMIT 2`,
      [rows.customerId],
    )
    expect(await Promise.all(codes.map(({ code }) => found(code)))).toEqual([1, 0])
  })
})
