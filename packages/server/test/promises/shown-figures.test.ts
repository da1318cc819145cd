import { acceptanceTests, type ChangedFigures, promises } from '@packhouse/contract'
import { beforeEach, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const app = useTestApp()
let staff: Caller
let machineId = ''
let promise = { id: '', rowVersion: 1 }

const PROMISED = {
  ...{ name: 'Changeover', figure: 15, unit: 'min', direction: 'atMost' as const, conditions: 'With two fitters' },
}

beforeEach(async () => {
  staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
  machineId = machine?.id ?? ''
  const made = await staff.post(promises.calls.create.path, { machineId, kind: 'other', ...PROMISED })
  promise = made.body as typeof promise
})

/** What staff do while the device has no connection. */
async function change(body: object): Promise<void> {
  const path = promises.calls.update.path.replace('{id}', promise.id)
  const { rowVersion } = (await staff.get(path)).body as { rowVersion: number }
  const changed = await staff.request(path, { method: 'PUT', body: { rowVersion, ...body } })
  expect(changed.status, changed.text).toBe(200)
}

const tests = async () => (await staff.call('machineAcceptanceTests', { params: { id: ID } })).tests
async function entry(shown: object[] | undefined, more: object = {}) {
  const [newest] = (await tests()).filter(({ kind }) => kind === 'factory')
  return {
    ...{ entryId: crypto.randomUUID(), seen: newest ? { id: newest.id, rowVersion: newest.rowVersion } : null },
    signature: { name: 'Ola Nordmann', drawing: null, signedAt: new Date().toISOString() },
    test: {
      ...{ machineId, kind: 'factory', testedOn: '2026-03-01', product: 'Salmon, 200 g', openPoints: 0 },
      results: [{ promiseId: promise.id, value: 12 }],
    },
    ...(shown !== undefined && { shown }),
    ...more,
  }
}
const send = (body: object) => staff.post('/v1/acceptance-entries', body)
const shown = (more: object = {}) => ({ promiseId: promise.id, ...PROMISED, ...more })
const changedIn = (answer: { body: unknown }) => (answer.body as { current: ChangedFigures }).current.figures
async function signedOf(answer: { body: unknown }) {
  const { testId } = answer.body as { testId: string }
  const [row] = await app.sql<{ signed: string }>('SELECT signed FROM acceptance_entry WHERE acceptance_test_id = $1', [
    testId,
  ])
  const found = (await tests()).find(({ id }) => id === testId)
  const { isChanged, results: readable } = found?.signature ?? {}
  return { results: JSON.parse(row?.signed ?? '{}').results, isChanged, readable }
}

test('what was shown is what is signed, with its direction and its conditions', async () => {
  const made = await send(await entry([shown()]))
  expect(made.status, made.text).toBe(201)
  expect(await signedOf(made)).toEqual({ results: [{ ...PROMISED, value: 12 }], isChanged: false, readable: null })
  await change({ conditions: 'With one fitter' })
  expect((await signedOf(made)).isChanged).toBe(true)
})

test.each([
  { figure: 10 },
  { direction: 'atLeast' },
  { unit: 's' },
  { conditions: null },
  { conditions: 'With one fitter' },
  { name: 'Change of format' },
])('a promise that became another one, %o, is refused with both, until the person has seen that', async (changed) => {
  await change(changed)
  const body = await entry([shown()])
  const refused = await send(body)
  expect(expectProblem(refused, 'stale').detail).toContain('Changeover')
  const now = { ...PROMISED, ...changed }
  expect(changedIn(refused)).toEqual([{ promiseId: promise.id, shown: PROMISED, now }])
  // The present one is accepted and signed.
  const accepted = await send({ ...body, shown: [shown(changed)] })
  expect(await signedOf(accepted)).toMatchObject({ results: [{ ...now, value: 12 }], isChanged: false })
})

test('who goes on has signed what was shown, which is not what is promised now', async () => {
  await change({ figure: 10 })
  const seen = await entry([shown({ now: { ...PROMISED, figure: 10 } })])
  // It changes once more.
  await change({ figure: 9 })
  const refused = await send(seen)
  expectProblem(refused, 'stale')
  expect(changedIn(refused)).toMatchObject([{ shown: { figure: 15 }, now: { figure: 9 } }])
  const made = await send({ ...seen, shown: [shown({ now: { ...PROMISED, figure: 9 } })] })
  expect(made.status, made.text).toBe(201)
  const signed = [{ ...PROMISED, value: 12 }]
  expect(await signedOf(made)).toEqual({ results: signed, isChanged: true, readable: signed })
})

test('beside a signature are the signed values that differ from those of the test, and no others', async () => {
  const second = { ...PROMISED, name: 'Noise', figure: 76, unit: 'dB(A)', conditions: 'One metre away' }
  const made = await staff.post(promises.calls.create.path, { machineId, kind: 'other', ...second })
  const other = (made.body as { id: string }).id
  const results = [
    { promiseId: promise.id, value: 12 },
    { promiseId: other, value: 70 },
  ]
  const body = await entry([shown(), { promiseId: other, ...second }])
  const sent = await send({ ...body, test: { ...body.test, results } })
  expect(sent.status, sent.text).toBe(201)
  // Another part of the test is another one: all values are as they were signed.
  const { testId } = sent.body as { testId: string }
  const path = acceptanceTests.calls.update.path.replace('{id}', testId)
  const { rowVersion } = (await staff.get(path)).body as { rowVersion: number }
  const changed = await staff.request(path, { method: 'PUT', body: { rowVersion, product: 'Cheese' } })
  expect(changed.status, changed.text).toBe(200)
  expect(await signedOf(sent)).toMatchObject({ isChanged: true, readable: null })
  await change({ conditions: 'With one fitter' })
  expect(await signedOf(sent)).toMatchObject({ isChanged: true, readable: [{ ...PROMISED, value: 12 }] })
  expect((await signedOf(sent)).readable).toHaveLength(1)
})

test('a promise that was deleted is said to be gone', async () => {
  const body = await entry([shown()])
  const path = promises.calls.remove.path.replace('{id}', promise.id)
  expect((await staff.request(path, { method: 'DELETE' })).status).toBeLessThan(300)
  const refused = await send(body)
  expectProblem(refused, 'stale')
  expect(changedIn(refused)).toMatchObject([{ promiseId: promise.id, now: null }])
})

test('a draft of before that showed no direction is compared and signed without one', async () => {
  const { name, figure, unit } = PROMISED
  const older = { promiseId: promise.id, name, figure, unit }
  await change({ direction: 'atLeast' })
  const made = await send(await entry([older]))
  expect(await signedOf(made)).toMatchObject({ results: [{ name, figure, unit, value: 12 }], isChanged: false })
  await change({ figure: 10 })
  expectProblem(await send(await entry([older])), 'stale')
})

test('every value has what was shown of it', async () => {
  const refused = expectProblem(await send(await entry([])), 'invalid_request')
  expect(refused.errors?.map(({ path }) => path)).toEqual(['body.shown'])
  expectProblem(await send(await entry([shown(), shown({ figure: 10 })])), 'invalid_request')
})

test('a page of before, which does not say what it showed, is refused only if a promise was changed after signing', async () => {
  const made = await send(await entry(undefined))
  expect(made.status, made.text).toBe(201)
  const body = await entry(undefined)
  // What is not shown changes nothing that was signed.
  await change({ reference: 'Q-1 v4' })
  expect((await send(body)).status).toBe(201)
  const late = await entry(undefined)
  await change({ figure: 10 })
  const refused = expectProblem(await send(late), 'invalid_request')
  expect(refused.detail).toContain('since it was signed: Changeover')
  expect((await send({ ...late, signature: null })).status).toBe(201)
  expect((await send(await entry(undefined))).status).toBe(201)
})
