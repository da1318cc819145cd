import { type Call, calls, type SharingPurpose } from '@packhouse/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type CustomerScope, Database, type Transaction } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectationOf, OWN_MACHINE } from '../security/expectations.ts'
import { type Caller, type CallParts, pathOf } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Values that nothing else has: wherever one of them appears, something of the machine is shown. */
const SENTINELS = [
  '18.640625',
  '33.359375',
  '77.109375',
  '918273645',
  'Sentinel recipe',
  'Sentinel alarm',
  'Sentinel command',
  // What it had reported of a tag that somebody wrote, and what was written.
  '21.84375',
  '44.921875',
  'Sentinel note',
  'Sentinel order',
]
const SPAN = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
}

const AT_ONCE = 8

/** Calls at the address of a machine that have nothing that it reported: staff may make them of a machine that is not shared. */
const KNOWN_OF_ALL = new Set([
  'machineService',
  'machineRequests',
  'machineAcceptanceTests',
  'machineVisits',
  'askForService',
  'spareParts',
  'partsDrawing',
  'askForParts',
  'documentsOfMachine',
  'downloadDocument',
  'publicPageOfMachine',
  'machineDataSheet',
  'machineSharing',
  'machineOrigin',
  'askForSupportAccess',
])

/** Lists that name machines with what staff enter about them; the batch says that it is missing. */
const NAMES_MACHINES = new Set([
  'generatePdf',
  'machineBatch',
  'searchRecords',
  'templateTypes',
  'machineSharing',
  'machineOrigin',
  'listChanges',
  'serviceCalendar',
])

const app = useTestApp()
let staff: Caller
/** A program of staff with a key that is held to the customer of the machine and may do all that they may. */
let heldToCustomer: Caller
/** What showed something while the machine was shared. */
let shown: string[] = []
let shownToKey: string[] = []
/** What calls ask for in the place of what is not there, by the call or by the resource that it is of: what there is about the machine. */
let real: Readonly<Record<string, CallParts>> = {}
/** Entries of the audit that have what the machine reported, by resource, as staff read them while it was shared. */
let auditedWhileShared: unknown

/** Everything that reads: what a GET answers, and calls that ask by POST. */
const reading = Object.entries(calls).filter(
  ([name, { method, answer, access }]) =>
    access !== 'public' &&
    answer !== 'event-stream' &&
    (method === 'GET' ||
      ['machineBatch', 'fleetLanes', 'testAlarmRule', 'generatePdf', 'previewTagMap'].includes(name)),
)

beforeAll(async () => {
  staff = await app.as('staff')
  const device = await app.device()
  const [machine] = await app.sql<{ id: string; key: number }>('SELECT id, key FROM machine WHERE machine_id = $1', [
    OWN_MACHINE,
  ])
  const customer = await app.as('customer')
  await explainStop(device, customer)
  const tagMapId = await writeValue(device, machine?.id ?? '')
  await device.publish(OWN_MACHINE, {
    ...{
      machineState: 'Running',
      totalCycles: 918_273_645,
      cyclesPerMin: 33.359375,
      temperature: 18.640625,
      humidity: 77.109375,
    },
    machineData: { Recipe: 'Sentinel recipe' },
  })
  await app.sql(
    `WITH made AS (
       INSERT INTO alarm (id, machine_key, code, severity, message, started_at, raised_at, told)
       VALUES (uuidv7(), $1, 'Sentinel alarm', 'major', 'Sentinel alarm', now(), now(), false) RETURNING id)
     INSERT INTO alarm_event (alarm_id, at, kind) SELECT id, now(), 'raised' FROM made`,
    [machine?.key],
  )
  await app.sql(`INSERT INTO machine_command (machine_key, tag, value) VALUES ($1, 'Sentinel command', '1')`, [
    machine?.key,
  ])
  await app.sql(
    `INSERT INTO refused_message (received_at, device, topic, payload, encoding, code, reason, machine_key)
     VALUES (now(), 'a device', 'Sentinel recipe', '1', 'json', 'topic_unknown', 'x', $1)`,
    [machine?.key],
  )
  // Refused: the summary of such messages names the machine.
  await device.publish(OWN_MACHINE, '{')
  await device.close()
  const [found] = await app.sql<{ alarm: string; letter: string; entry: string }>(
    `SELECT (SELECT id FROM alarm WHERE code = 'Sentinel alarm') AS alarm, (SELECT letter_id FROM refused_message WHERE topic = 'Sentinel recipe') AS letter,
       (SELECT id::text FROM audit_entry WHERE action = 'write-value') AS entry`,
  )
  const of = (id = '') => ({ params: { id } })
  real = {
    ...{ machine: of(machine?.id), getAlarm: of(found?.alarm), alarmRemedy: of(found?.alarm) },
    ...{ getDeadLetter: of(found?.letter), authLogEntry: of(found?.entry), tagMapMessages: of(tagMapId) },
    previewTagMap: { body: { entries: [], machineID: OWN_MACHINE } },
  }
  heldToCustomer = await keyForCustomer()
  shown = await callsThatShow()
  shownToKey = await callsThatShow(heldToCustomer)
  auditedWhileShared = await inScope('all', readAudited)
  await customer.call('decideSharing', { body: { machine_ids: [OWN_MACHINE], purpose: 'support', shared: false } })
})

/** A stop that the customer gives a reason, and an order that it plans. */
async function explainStop(device: Device, customer: Caller): Promise<void> {
  const minute = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
  const course = Array.from({ length: 20 }, (_, n) => n - 25)
  await device.publishAll(
    OWN_MACHINE,
    course.map((n) => ({ lastSeen: minute(n), machineState: n >= -20 && n < -10 ? 'Stopped' : 'Execute' })),
  )
  const params = { id: OWN_MACHINE }
  const { version, reasons } = await customer.call('machineStops', { params, query: SPAN })
  const change = { from: minute(-18), to: minute(-12), reasonId: reasons[0]?.id ?? '', note: 'Sentinel note' }
  await customer.call('assignDowntimeReasons', { params, body: { version, changes: [change] } })
  const times = { plannedFrom: minute(60), plannedTo: minute(120) }
  await customer.call('planOrder', {
    params,
    body: { number: 'Sentinel order', product: 'Coffee', target: 1_000, ...times },
  })
}

/** A value that staff write to the machine, in the place of one that it reported. @returns the id of the tag map by which it is written */
async function writeValue(device: Device, machineId: string): Promise<string> {
  const setpoint = { canonicalTag: 'setpoint', address: 'set', role: 'other', writable: true }
  const entries = [{ ...setpoint, writeTopic: 'line/{machineID}/set', writePayload: '{value}' }]
  const made = await staff.post('/v1/ignition/tag-maps', { name: 'Setpoint', source: 'json', machineId, entries })
  expect(made.status, made.text).toBe(201)
  const { id, version } = made.body as { id: string; version: number }
  await staff.call('rollOutTagMap', { params: { id }, body: { version } })
  await device.publish(OWN_MACHINE, { set: 21.84375 })
  await device.client.subscribeAsync(`line/${OWN_MACHINE}/set`)
  const body = { tag: 'setpoint', value: 44.921875 }
  const command = await staff.call('sendMachineCommand', { params: { id: OWN_MACHINE }, body })
  expect(command).toMatchObject({ before: 21.84375, value: 44.921875 })
  // From now on it reports in our own terms.
  await staff.call('rollOutTagMap', { params: { id }, body: { version: null } })
  return id
}

async function keyForCustomer(): Promise<Caller> {
  const [machine] = await app.sql<{ customerId: string }>(
    'SELECT customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [OWN_MACHINE],
  )
  const [scope] = await app.sql<{ id: string }>(
    `INSERT INTO api_key_scope (name, risk) VALUES ('everything', 'high') RETURNING id`,
  )
  await app.sql(
    `INSERT INTO api_key_scope_permission (scope_id, permission)
     SELECT DISTINCT $1::uuid, p.permission FROM permission_source p JOIN user_account u ON u.id = p.user_id WHERE u.email = $2`,
    [scope?.id, emailOf('staff')],
  )
  const body = { name: 'For one customer', customerId: machine?.customerId, ratePerMinute: 10_000 }
  const made = await staff.request('/v1/auth/api-keys', { method: 'POST', body })
  expect(made.status, made.text).toBe(201)
  const { id, key } = made.body as { id: string; key: string }
  const scopes = { method: 'PUT', body: { ids: [scope?.id] } }
  expect((await staff.request(`/v1/auth/api-keys/${id}/scopes`, scopes)).status).toBe(204)
  return app.anonymous.with({ 'x-api-key': key })
}

/** What a call answers staff, for the machine and a stretch with its values. */
async function answerOf(name: string, call: Call, caller = staff) {
  const { input: usual = {} } = expectationOf(name, call)
  const about = real[name] ?? real[name.split('.')[0] ?? '']
  const input = { ...usual, ...about, params: { ...usual.params, ...about?.params } }
  const query = Object.fromEntries(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, SPAN[key as keyof typeof SPAN] ?? value]),
  )
  return await caller.request(pathOf(call, { ...input, query }), { method: call.method, body: input.body })
}

/** @returns names of the calls of which the caller can read something of the machine */
async function callsThatShow(caller = staff): Promise<string[]> {
  const showing: string[] = []
  for (let start = 0; start < reading.length; start += AT_ONCE) {
    const portion = reading.slice(start, start + AT_ONCE)
    const answers = await Promise.all(portion.map(([name, call]) => answerOf(name, call, caller)))
    for (const [place, { text }] of answers.entries())
      if (SENTINELS.some((sentinel) => text.includes(sentinel))) showing.push(portion[place]?.[0] ?? '')
  }
  return showing
}

test('no call shows staff a value of a machine that is not shared', async () => {
  // Otherwise the test proves nothing.
  expect(shown).toEqual(
    expect.arrayContaining([
      ...['getMachine', 'listMachines', 'machineTexts', 'machineMetrics', 'machineCommands', 'exportRecords'],
      ...['fleet', 'listAlarms', 'alarmStatistics', 'alarmRuleTags', 'listDeadLetters'],
      ...['machine.history', 'authLogEntry', 'machineStops', 'machineOrders', 'tagMapMessages', 'previewTagMap'],
      ...['getAlarm', 'getDeadLetter'],
    ]),
  )
  expect(await callsThatShow()).toEqual([])
})

test('nor does a key of staff for its customer, whatever the key may do', async () => {
  expect(shownToKey).toEqual(
    expect.arrayContaining([
      'getMachine',
      'listMachines',
      'machineTexts',
      'exportRecords',
      'listAlarms',
      'machineStops',
    ]),
  )
  expect(await callsThatShow(heldToCustomer)).toEqual([])
})

test('every call at the address of a machine is refused, unless it is known to have no value', async () => {
  const open: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    if (!call.path.startsWith('/v1/ignition/machines/{id}')) continue
    const { text } = await answerOf(name, call)
    if (!text.includes('machine_not_shared')) open.push(name)
  }
  expect(open.filter((name) => !KNOWN_OF_ALL.has(name))).toEqual([])
})

test('lists of what machines report leave it out', async () => {
  const naming: string[] = []
  for (const [name, call] of reading) {
    if (name.includes('.') || call.path.includes('{id}') || NAMES_MACHINES.has(name)) continue
    const { text, status } = await answerOf(name, call)
    if (status === 200 && text.includes(`"${OWN_MACHINE}"`)) naming.push(name)
  }
  expect(naming).toEqual([])
})

/** Tables with a machine's key of which staff see every row, and why. */
const OPEN_TABLES = {
  changed_day: 'days that are to be counted',
  dead_letter_overflow: 'how many refused messages were left out',
  downtime_version: 'how often reasons were entered',
  machine_sharing: 'what is shared',
}

test('every table of what a machine reported is held to sharing', async () => {
  const tables = await app.sql<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'machine_key' AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
       AND has_table_privilege('packhouse_staff', c.oid, 'SELECT')
       AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'shared_with_reader' AND NOT p.polpermissive)
     ORDER BY 1`,
  )
  expect(tables.map(({ name }) => name)).toEqual(Object.keys(OPEN_TABLES))
})

/** Runs the work in the database as the scope sees it. */
async function inScope<T>(scope: CustomerScope, work: (db: Transaction) => Promise<T>): Promise<T> {
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    return await database.inScope(scope, work)
  } finally {
    await database.stop()
  }
}

async function readAudited(db: Transaction): Promise<unknown> {
  const { rows } = await sql`
    SELECT resource, action FROM audit_event WHERE action = 'write-value' OR resource IN ('downtime', 'productionOrder') ORDER BY resource
  `.execute(db)
  return rows
}

test('the audit shows staff no value that was written, and no stop and no order, in none of its lists', async () => {
  expect(auditedWhileShared).toEqual([
    { resource: 'downtime', action: 'create' },
    { resource: 'machine', action: 'write-value' },
    { resource: 'productionOrder', action: 'create' },
  ])
  expect(await inScope('all', readAudited)).toEqual([])
  for (const query of [{ action: 'write-value' }, { resource: 'downtime' }, { resource: 'productionOrder' }])
    expect((await staff.call('listAuthLog', { query })).total).toBe(0)
  // What staff do to the record of the machine is there as before.
  expect((await staff.call('listAuthLog', { query: { resource: 'tagMap' } })).total).toBeGreaterThan(0)
})

test('the database itself shows staff no row, nor who views as a user of the customer; the customer sees all', async () => {
  const [machine] = await app.sql<{ key: number; customerId: string }>(
    'SELECT key, customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [OWN_MACHINE],
  )
  const customerId = machine?.customerId ?? ''
  const counts = async (scope: CustomerScope) =>
    await inScope(scope, async (db) => {
      const { rows } = await sql<{ n: number }>`
        SELECT (SELECT count(*) FROM record WHERE machine_key = ${machine?.key})::int + (SELECT count(*) FROM latest WHERE machine_key = ${machine?.key})::int
          + (SELECT count(*) FROM minute_rollup WHERE machine_key = ${machine?.key})::int + (SELECT count(*) FROM alarm WHERE machine_key = ${machine?.key})::int
          + (SELECT count(*) FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id WHERE a.machine_key = ${machine?.key})::int AS n
      `.execute(db)
      return rows[0]?.n
    })
  expect(await counts('all')).toBe(0)
  expect(await counts({ customerId, isViewed: true })).toBe(0)
  expect(await counts({ customerId })).toBeGreaterThanOrEqual(5)
})

describe('each purpose and way of sharing', () => {
  const decide = async (purpose: SharingPurpose, shared: boolean, end: string | null = null) => {
    const customer = await app.as('customer')
    await customer.call('decideSharing', { body: { machine_ids: [OWN_MACHINE], purpose, shared, until: end } })
  }
  /** Support is asked for, unless it was by a test before, and granted. @returns the id of the access */
  const grant = async () => {
    const customer = await app.as('customer')
    const asked = async () =>
      (await customer.call('mySupportAccess')).items.find(({ status }) => status === 'asked')?.id
    const body = { reason: 'Film tears', hours: 4 }
    if ((await asked()) === undefined) await staff.call('askForSupportAccess', { params: { id: OWN_MACHINE }, body })
    const id = (await asked()) ?? ''
    await customer.call('answerSupportAccess', { params: { id }, body: { answer: 'grant' } })
    return id
  }
  const isRefused = async () => {
    const { text } = await staff.get(`/v1/ignition/machines/${OWN_MACHINE}`)
    return text.includes('machine_not_shared')
  }

  test('an agreement to the benchmark shows staff nothing of a single machine', async () => {
    await decide('benchmark', true)
    expect(await callsThatShow()).toEqual([])
  })

  test('access that is granted shows what sharing shows, and nothing from its end on', async () => {
    const id = await grant()
    expect(await callsThatShow()).toEqual(shown)
    await app.sql(`UPDATE support_access SET ends_at = now() + interval '1 s' WHERE id = $1`, [id])
    await until('the end of the access', isRefused)
    expect(await callsThatShow()).toEqual([])
  })

  test('sharing until a time that is over shows nothing', async () => {
    await decide('support', true, new Date(Date.now() + 1_500).toISOString())
    await until('the end of sharing', isRefused)
    expect(await callsThatShow()).toEqual([])
  })
})
