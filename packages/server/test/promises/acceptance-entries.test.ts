import { acceptanceTests, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { png } from '../support/crafted-files.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const app = useTestApp()
let staff: Caller
let machineId = ''
let promiseId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
  machineId = machine?.id ?? ''
  const made = await staff.post(promises.calls.create.path, {
    ...{ machineId, name: 'Speed', figure: 90, unit: 'cycles/min' },
  })
  promiseId = (made.body as { id: string }).id
})

const SIGNATURE = {
  name: 'Ola Nordmann',
  drawing: [[[1, 2] as [number, number]]],
  signedAt: '2026-03-01T10:00:00.000Z',
}
const entry = (more: object = {}, of: object = {}) => ({
  ...{ entryId: crypto.randomUUID(), seen: null, signature: null },
  ...more,
  test: {
    ...{ machineId, kind: 'factory' as const, testedOn: '2026-03-01', product: 'Salmon, 200 g', openPoints: 2 },
    openPointList: 'Guard is loose\nManual in Danish',
    results: [{ promiseId, value: 88 }],
    ...of,
  },
})
const shown = async (who = staff) => (await who.call('machineAcceptanceTests', { params: { id: ID } })).tests

test('an entry of a device becomes one test, however often it is sent, with its signature and its photos', async () => {
  const body = entry({ signature: SIGNATURE })
  const answers = await Promise.all([1, 2, 3].map(() => staff.call('recordAcceptanceTest', { body })))
  const [testId = ''] = [...new Set(answers.map((answer) => answer.testId))]
  expect(answers.map((answer) => answer.testId)).toEqual([testId, testId, testId])
  const fileId = crypto.randomUUID()
  const path = acceptanceTests.calls.attachFile.path.replace('{id}', testId)
  const send = (id: string, to = path) => sendFile(app, staff, `${to}?fileId=${id}`, 'Speed 1.png', png())
  for (const status of [201, 201]) expect((await send(fileId)).status).toBe(status)
  const [file, ...others] = await app.sql<{ id: string }>('SELECT id FROM attached_file WHERE owner_id = $1', [testId])
  expect([file?.id, others]).toEqual([fileId, []])
  // The same id does not lead to the file of another row.
  const other = await staff.call('recordAcceptanceTest', {
    body: entry({}, { kind: 'site', product: 'Peas' }),
  })
  const elsewhere = acceptanceTests.calls.attachFile.path.replace('{id}', other.testId)
  expect((await send(fileId, elsewhere)).status).toBe(404)

  const found = (await shown()).find(({ id }) => id === testId)
  expect(found).toMatchObject({
    ...{ kind: 'factory', product: 'Salmon, 200 g', openPoints: 2 },
    openPointList: 'Guard is loose\nManual in Danish',
    results: [{ name: 'Speed', figure: 90, value: 88 }],
    photos: [{ id: fileId, name: 'Speed 1.png' }],
    signature: { name: 'Ola Nordmann', drawing: SIGNATURE.drawing, signedAt: SIGNATURE.signedAt, isChanged: false },
  })
  const changed = await staff.request(acceptanceTests.calls.update.path.replace('{id}', testId), {
    method: 'PUT',
    body: { rowVersion: found?.rowVersion, openPoints: 0 },
  })
  expect(changed.status, changed.text).toBe(200)
  expect((await shown()).find(({ id }) => id === testId)?.signature?.isChanged).toBe(true)
})

test('a test that somebody has signed is not deleted; one without a signature is', async () => {
  const pathOf = (id: string) => acceptanceTests.calls.update.path.replace('{id}', id)
  const record = async (signature: object | null) => {
    const newest = (await shown()).find(({ kind }) => kind === 'factory')
    const seen = newest ? { id: newest.id, rowVersion: newest.rowVersion } : null
    const body = entry({ signature, seen }, { product: `Trout ${crypto.randomUUID()}` })
    return (await staff.call('recordAcceptanceTest', { body })).testId
  }
  const [signed, plain] = [await record(SIGNATURE), await record(null)]
  const refused = await staff.request(pathOf(signed), { method: 'DELETE' })
  expect(expectProblem(refused, 'invalid_request').detail).toBe('A signed test stays. Record another one.')
  expect((await staff.request(pathOf(plain), { method: 'DELETE' })).status).toBeLessThan(300)
  const left = (await shown()).map(({ id }) => id)
  expect([left.includes(signed), left.includes(plain)]).toEqual([true, false])
})

test('where somebody else recorded or changed a test of this kind meanwhile, both are told apart', async () => {
  const [before] = (await shown()).filter(({ kind }) => kind === 'factory')
  const seen = before ? { id: before.id, rowVersion: before.rowVersion } : null
  const first = await staff.call('recordAcceptanceTest', { body: entry({ seen }) })
  const late = entry({ seen }, { product: 'Cheese' })
  const refused = await staff.post('/v1/acceptance-entries', late)
  expectProblem(refused, 'stale')
  const { current } = refused.body as { current: { id: string; rowVersion: number } }
  expect(current.id).toBe(first.testId)
  const now = { id: current.id, rowVersion: current.rowVersion }
  const second = await staff.call('recordAcceptanceTest', { body: { ...late, seen: now } })
  expect((await shown()).slice(0, 2).map(({ id }) => id)).toEqual([second.testId, first.testId])
})

test('what does not hold is refused as a whole, and the same entry can be sent again when it is right', async () => {
  const [newest] = (await shown()).filter(({ kind }) => kind === 'site')
  const seen = newest ? { id: newest.id, rowVersion: newest.rowVersion } : null
  const wrong = entry({ seen }, { kind: 'site', results: [{ promiseId: machineId, value: 1 }] })
  expect((await staff.post('/v1/acceptance-entries', wrong)).status).toBe(400)
  const right = { ...wrong, test: { ...wrong.test, results: [{ promiseId, value: 1 }] } }
  await staff.call('recordAcceptanceTest', { body: right })
  const large = entry({ signature: { ...SIGNATURE, drawing: [Array.from({ length: 5_001 }, () => [0, 0])] } })
  expect((await staff.post('/v1/acceptance-entries', large)).status).toBe(400)
})

test('what is open has words, which belong to what is signed; a time in the future is no time of a signature', async () => {
  const body = (signedAt: string) =>
    entry({ seen: null, signature: { ...SIGNATURE, signedAt } }, { kind: 'site', product: 'Plums' })
  const ahead = await staff.post('/v1/acceptance-entries', body(new Date(Date.now() + 600_000).toISOString()))
  expectProblem(ahead, 'invalid_request')
  const [newest] = (await shown()).filter(({ kind }) => kind === 'site')
  const seen = newest ? { id: newest.id, rowVersion: newest.rowVersion } : null
  const { testId } = await staff.call('recordAcceptanceTest', { body: { ...body(SIGNATURE.signedAt), seen } })
  const read = async () => (await shown()).find(({ id }) => id === testId)
  const found = await read()
  expect(found).toMatchObject({ openPointList: 'Guard is loose\nManual in Danish', signature: { isChanged: false } })
  const path = acceptanceTests.calls.update.path.replace('{id}', testId)
  await staff.request(path, { method: 'PUT', body: { rowVersion: found?.rowVersion, openPointList: 'Guard is loose' } })
  expect((await read())?.signature?.isChanged).toBe(true)
})

test('whoever signs open points has words for each of them; a number alone is recorded without a signature', async () => {
  const [newest] = (await shown()).filter(({ kind }) => kind === 'site')
  const seen = newest ? { id: newest.id, rowVersion: newest.rowVersion } : null
  const send = (openPointList: string | null, signature: object | null = SIGNATURE) =>
    staff.post('/v1/acceptance-entries', entry({ seen, signature }, { kind: 'site', product: 'Pears', openPointList }))
  for (const words of [null, 'Guard is loose', 'Guard is loose\n \n']) {
    const { detail, errors } = expectProblem(await send(words), 'invalid_request')
    expect(detail).toBe('Enter what is open, for each open point.')
    expect(errors?.map(({ path }) => path)).toEqual(['body.test.openPointList'])
  }
  expect((await send(null, null)).status).toBe(201)
})

test('customers read the tests of their machines, and enter none', async () => {
  const [own, other] = [await app.as('customer'), await app.as('other')]
  const results = await Promise.all([own, other].map((who) => who.get(`/v1/ignition/machines/${ID}/acceptance-tests`)))
  expect(results.map(({ status }) => status).sort()).toEqual([200, 404])
  expect((await own.post('/v1/acceptance-entries', entry())).status).toBe(403)
})
