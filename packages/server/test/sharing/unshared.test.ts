import { type Call, calls } from '@packhouse/contract'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type CustomerScope, Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { expectationOf, OWN_MACHINE } from '../security/expectations.ts'
import { type Caller, pathOf } from '../support/caller.ts'
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
/** What showed something while the machine was shared. */
let shown: string[] = []

/** Everything that reads: what a GET answers, and calls that ask by POST. */
const reading = Object.entries(calls).filter(
  ([name, { method, answer, access }]) =>
    access !== 'public' &&
    answer !== 'event-stream' &&
    (method === 'GET' || ['machineBatch', 'fleetLanes', 'testAlarmRule', 'generatePdf'].includes(name)),
)

beforeAll(async () => {
  staff = await app.as('staff')
  const device = await app.device()
  const [machine] = await app.sql<{ id: string; key: number }>('SELECT id, key FROM machine WHERE machine_id = $1', [
    OWN_MACHINE,
  ])
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
  await device.close()
  shown = await callsThatShow()
  const customer = await app.as('customer')
  await customer.call('decideSharing', { body: { machine_ids: [OWN_MACHINE], purpose: 'support', shared: false } })
})

/** What a call answers staff, for the machine and a stretch with its values. */
async function answerOf(name: string, call: Call) {
  const { input = {} } = expectationOf(name, call)
  const query = Object.fromEntries(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, SPAN[key as keyof typeof SPAN] ?? value]),
  )
  return await staff.request(pathOf(call, { ...input, query }), { method: call.method, body: input.body })
}

/** @returns names of the calls of which something of the machine can be read */
async function callsThatShow(): Promise<string[]> {
  const showing: string[] = []
  for (let start = 0; start < reading.length; start += AT_ONCE) {
    const portion = reading.slice(start, start + AT_ONCE)
    const answers = await Promise.all(portion.map(([name, call]) => answerOf(name, call)))
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
    ]),
  )
  expect(await callsThatShow()).toEqual([])
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

test('the database itself shows staff no row, nor who views as a user of the customer; the customer sees all', async () => {
  const database = new Database(app.databaseUrl, createLog('silent'))
  const [machine] = await app.sql<{ key: number; customerId: string }>(
    'SELECT key, customer_id AS "customerId" FROM machine WHERE machine_id = $1',
    [OWN_MACHINE],
  )
  const customerId = machine?.customerId ?? ''
  const counts = async (scope: CustomerScope) =>
    await database.inScope(scope, async (db) => {
      const { rows } = await sql<{ n: number }>`
        SELECT (SELECT count(*) FROM record WHERE machine_key = ${machine?.key})::int + (SELECT count(*) FROM latest WHERE machine_key = ${machine?.key})::int
          + (SELECT count(*) FROM minute_rollup WHERE machine_key = ${machine?.key})::int + (SELECT count(*) FROM alarm WHERE machine_key = ${machine?.key})::int
          + (SELECT count(*) FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id WHERE a.machine_key = ${machine?.key})::int AS n
      `.execute(db)
      return rows[0]?.n
    })
  try {
    expect(await counts('all')).toBe(0)
    expect(await counts({ customerId, isViewed: true })).toBe(0)
    expect(await counts({ customerId })).toBeGreaterThanOrEqual(5)
  } finally {
    await database.stop()
  }
})
