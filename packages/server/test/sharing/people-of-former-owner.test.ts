import type { ServiceSignatures } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { ShownData } from '../documents/shown-data.ts'
import type { Caller } from '../support/caller.ts'
import { handOver } from '../support/hand-over.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'
const DAY = { from: new Date(Date.now() - 24 * 3_600_000).toISOString(), to: new Date().toISOString() }
/** Of the former customer: wherever the name appears, somebody of that one is named. */
const PERSON = 'Kari Sentinel'

let staff: Caller
let former: Caller
let next: Caller
let engineer = ''
const shown = new ShownData(() => staff)
/** Work by somebody without an account, by the customer's own technician, and by an engineer of the maker. */
const records = { noted: '', own: '', maker: '' }
let testId = ''
let machineId = ''

beforeAll(async () => {
  staff = await app.as('staff')
  former = await app.as('customer')
  next = await app.as('other')
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [MACHINE])
  machineId = machine?.id ?? ''
  const make = async (path: string, body: object) => {
    const made = await staff.post(path, { machineId, ...body })
    expect(made.status, made.text).toBe(201)
    return (made.body as { id: string }).id
  }
  const { user } = await staff.call('me')
  engineer = `${user.first_name} ${user.last_name}`
  await app.sql(`UPDATE user_account SET first_name = 'Kari', last_name = 'Sentinel' WHERE email = $1`, [
    emailOf('customer'),
  ])
  const doneAt = new Date(Date.now() - 3_600_000).toISOString()
  const noted = { doneBy: PERSON, notes: `Ask ${PERSON} at the gate`, hours: 2 }
  records.noted = await make('/v1/service-records', { what: 'New jaws', doneAt, ...noted })
  const own = (await former.call('me')).user.id
  records.own = await make('/v1/service-records', { what: 'Cleaned', doneAt, doneById: own })
  records.maker = await make('/v1/service-records', { what: 'Inspected', doneAt, doneById: user.id })
  const testedOn = new Date(Date.now() - 48 * 3_600_000).toISOString().slice(0, 10)
  const words = { product: 'Salmon', witness: PERSON, notes: `${PERSON} has the report` }
  testId = await make('/v1/acceptance-tests', { kind: 'site', testedOn, accepted: true, ...words })
  const path = `/v1/service-records/${records.noted}/signature`
  const { sha256 } = (await former.get(path)).body as ServiceSignatures
  expect((await former.post(path, { party: 'customer', name: PERSON, sha256 })).status).toBe(201)
  await app.sql(
    `INSERT INTO attached_file (owner_table, owner_id, name, content_type, size, sha256)
     SELECT owner, id, $4, 'image/jpeg', 1, repeat('0', 64)
     FROM (VALUES ('service_record', $1::uuid), ('acceptance_test', $2::uuid), ('machine', $3::uuid)) AS o (owner, id)`,
    [records.noted, testId, machineId, `${PERSON}.jpg`],
  )
  // What a role may let people of a customer read beside their screens.
  await app.sql(
    `INSERT INTO user_permission SELECT id, unnest('{serviceRecord.read,acceptanceTest.read,machine.read}'::text[]) FROM user_account WHERE email = ANY ($1)`,
    [[emailOf('customer'), emailOf('other')]],
  )
})

/** What somebody reads of the work and the tests, by every way. */
async function everythingFor(caller: Caller): Promise<Record<string, string>> {
  const paths = {
    service: `/v1/ignition/machines/${MACHINE}/service`,
    tests: `/v1/ignition/machines/${MACHINE}/acceptance-tests`,
    signature: `/v1/service-records/${records.noted}/signature`,
    records: '/v1/service-records?pageSize=100',
    files: `/v1/service-records/${records.noted}/files`,
    machineFiles: `/v1/machines/${machineId}/files`,
    testRows: '/v1/acceptance-tests?pageSize=100',
    testFiles: `/v1/acceptance-tests/${testId}/files`,
    recordsOfPerson: '/v1/service-records?search=Sentinel',
    testsOfPerson: '/v1/acceptance-tests?search=Sentinel',
    recordsByFilter: `/v1/service-records?doneById=${(await former.call('me')).user.id}`,
    search: '/v1/search?q=Sentinel',
  }
  const texts: Record<string, string> = {}
  for (const [name, path] of Object.entries(paths)) {
    const answer = await caller.get(path)
    expect(answer.status, `${name}: ${answer.text}`).toBe(200)
    texts[name] = answer.text
  }
  texts.report = JSON.stringify(await shown.shownTo(caller, 'serviceReport', { id: records.noted }))
  texts.machineReport = JSON.stringify(await shown.shownTo(caller, 'machineReport', { id: MACHINE, parameters: DAY }))
  return texts
}

const naming = (texts: Record<string, string>) => Object.keys(texts).filter((name) => texts[name]?.includes('Sentinel'))

test('names, signatures and photos of people of a customer stay with it, and the work goes with the machine', async () => {
  const before = naming(await everythingFor(former))
  // Otherwise the test proves nothing.
  expect(before).toEqual(
    expect.arrayContaining([
      ...['service', 'tests', 'signature', 'records', 'files', 'machineFiles', 'testRows', 'testFiles'],
      ...['recordsOfPerson', 'testsOfPerson', 'search', 'report'],
    ]),
  )
  await handOver(app, MACHINE, 'other')
  const texts = await everythingFor(next)
  expect(naming(texts)).toEqual([])
  expect(JSON.parse(texts.recordsByFilter ?? '')).toMatchObject({ total: 0 })
  const { records: done } = JSON.parse(texts.service ?? '') as { records: { what: string; doneBy: string | null }[] }
  expect(Object.fromEntries(done.map(({ what, doneBy }) => [what, doneBy]))).toMatchObject({
    ...{ 'New jaws': null, Cleaned: null, Inspected: engineer },
  })
  expect(JSON.parse(texts.tests ?? '')).toMatchObject({
    tests: expect.arrayContaining([expect.objectContaining({ id: testId, product: 'Salmon', witness: null })]),
  })
  expect(JSON.parse(texts.report ?? '')).toMatchObject({ what: 'New jaws', doneBy: null, signatures: [], unsigned: [] })
  // Staff read all of it as before.
  expect(naming(await everythingFor(staff))).toEqual(expect.arrayContaining(before))
})

test('the next customer does not sign what was done for the one before', async () => {
  const path = `/v1/service-records/${records.noted}/signature`
  const { sha256, isOfFormerOwner } = (await next.get(path)).body as ServiceSignatures
  expect(isOfFormerOwner).toBe(true)
  const refused = expectProblem(
    await next.post(path, { party: 'customer', name: 'Somebody', sha256 }),
    'permission_missing',
  )
  expect(refused.detail).toContain('who had the machine before')
  const doneAt = new Date().toISOString()
  const made = await staff.post('/v1/service-records', { machineId, what: 'For the next', doneAt })
  const { id } = made.body as { id: string }
  const own = (await next.get(`/v1/service-records/${id}/signature`)).body as ServiceSignatures
  expect(own.isOfFormerOwner).toBe(false)
  const signed = await next.post(`/v1/service-records/${id}/signature`, {
    ...{ party: 'customer', name: 'Somebody', sha256: own.sha256 },
  })
  expect(signed.status, signed.text).toBe(201)
})
