import { type Call, calls } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { expectationOf, OWN_MACHINE } from '../security/expectations.ts'
import { type Caller, type CallParts, pathOf } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Values of the time of the former customer that nothing else has: wherever one of them appears, something of that time is shown. */
const SENTINELS = [
  '18.640625',
  '33.359375',
  '77.109375',
  '918273645',
  'Sentinel recipe',
  'Sentinel alarm',
  'Sentinel command',
  'Sentinel note',
  'Sentinel order',
  'Sentinel request',
  'Sentinel visit',
]
const SPAN = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
}
const AT_ONCE = 8

const app = useTestApp()
let former: Caller
let next: Caller
/** What calls ask for in the place of what is not there: what there is about the machine. */
let real: Readonly<Record<string, CallParts>> = {}
/** What the former customer is shown before the machine changes hands. */
let shownBefore: string[] = []
let device: Device

/** Everything that reads: what a GET answers, and calls that ask by POST. */
const reading = Object.entries(calls).filter(
  ([name, { method, answer, access }]) =>
    access !== 'public' &&
    answer !== 'event-stream' &&
    (method === 'GET' || ['machineBatch', 'generatePdf'].includes(name)),
)

beforeAll(async () => {
  former = await app.as('customer')
  next = await app.as('other')
  device = await app.device()
  const [machine] = await app.sql<{ id: string; key: number }>('SELECT id, key FROM machine WHERE machine_id = $1', [
    OWN_MACHINE,
  ])
  // It was the former customer's for longer than a slip lasts.
  await app.sql(`UPDATE machine SET created_at = now() - interval '1 year' WHERE key = $1`, [machine?.key])
  await app.sql(`UPDATE machine_ownership SET since = '-infinity' WHERE machine_key = $1`, [machine?.key])
  await explainStop()
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
  await former.call('askForService', {
    params: { id: OWN_MACHINE },
    body: { subject: 'Sentinel request', urgency: 'soon' },
  })
  await app.sql(
    `INSERT INTO service_visit (machine_id, subject, kind, status, starts_at, ends_at)
     VALUES ($1, 'Sentinel visit', 'service', 'planned', now() - interval '1 hour', now())`,
    [machine?.id],
  )
  const [found] = await app.sql<{ alarm: string; visit: string; request: string }>(
    `SELECT (SELECT id FROM alarm WHERE code = 'Sentinel alarm') AS alarm, (SELECT id FROM service_visit WHERE subject = 'Sentinel visit') AS visit,
       (SELECT id FROM service_request WHERE subject = 'Sentinel request') AS request`,
  )
  const of = (id = '') => ({ params: { id } })
  real = {
    ...{ machine: of(machine?.id), getAlarm: of(found?.alarm), alarmRemedy: of(found?.alarm) },
    ...{ serviceVisit: of(found?.visit), serviceRequest: of(found?.request) },
    generatePdf: { body: { type: 'machineReport', id: OWN_MACHINE } },
  }
  shownBefore = await callsThatShow(former)
  await app.sql(
    `UPDATE machine SET location_id = NULL, customer_id = (SELECT customer_id FROM user_account WHERE email = 'other@packhouse.example') WHERE key = $1`,
    [machine?.key],
  )
  await until('the next customer sees the machine', async () => {
    const { ids } = await next.call('listMachineIds')
    return ids.includes(OWN_MACHINE)
  })
})

/** A stop that the former customer gives a reason, and an order that it plans. */
async function explainStop(): Promise<void> {
  const minute = (n: number) => new Date(Date.now() + n * 60_000).toISOString()
  const course = Array.from({ length: 20 }, (_, n) => n - 25)
  await device.publishAll(
    OWN_MACHINE,
    course.map((n) => ({ lastSeen: minute(n), machineState: n >= -20 && n < -10 ? 'Stopped' : 'Execute' })),
  )
  const params = { id: OWN_MACHINE }
  const { version, reasons } = await former.call('machineStops', { params, query: SPAN })
  const change = { from: minute(-18), to: minute(-12), reasonId: reasons[0]?.id ?? '', note: 'Sentinel note' }
  await former.call('assignDowntimeReasons', { params, body: { version, changes: [change] } })
  const times = { plannedFrom: minute(60), plannedTo: minute(120) }
  await former.call('planOrder', {
    params,
    body: { number: 'Sentinel order', product: 'Coffee', target: 1_000, ...times },
  })
}

/** What a call answers somebody, for the machine and a stretch with its values. */
async function answerTo(caller: Caller, name: string, call: Call) {
  const { input: usual = {} } = expectationOf(name, call)
  const about = real[name] ?? real[name.split('.')[0] ?? '']
  const input = { ...usual, ...about, params: { ...usual.params, ...about?.params } }
  const query = Object.fromEntries(
    Object.entries(input.query ?? {}).map(([key, value]) => [key, SPAN[key as keyof typeof SPAN] ?? value]),
  )
  return await caller.request(pathOf(call, { ...input, query }), { method: call.method, body: input.body })
}

/** @returns names of the calls of which something of the former customer's time can be read */
async function callsThatShow(caller: Caller): Promise<string[]> {
  const showing: string[] = []
  for (let start = 0; start < reading.length; start += AT_ONCE) {
    const portion = reading.slice(start, start + AT_ONCE)
    const answers = await Promise.all(portion.map(([name, call]) => answerTo(caller, name, call)))
    for (const [place, { text }] of answers.entries())
      if (SENTINELS.some((sentinel) => text.includes(sentinel))) showing.push(portion[place]?.[0] ?? '')
  }
  return showing
}

test('no call shows a new owner a value of the time of the one before', async () => {
  // Otherwise the test proves nothing.
  expect(shownBefore).toEqual(
    expect.arrayContaining([
      ...['getMachine', 'listMachines', 'machineBatch', 'machineTexts', 'machineMetrics'],
      ...['exportRecords', 'listAlarms', 'getAlarm', 'machineStops', 'machineOrders', 'machineRequests'],
    ]),
  )
  expect(await callsThatShow(next)).toEqual([])
})

test('a new owner is shown the machine as one that was not heard yet, until it reports', async () => {
  const params = { id: OWN_MACHINE }
  expect(await next.call('getMachine', { params })).toMatchObject({
    ...{ online: null, lastSeen: null, machineState: null, stateSince: null, totalCycles: null, machineData: {} },
  })
  await device.publish(OWN_MACHINE, { machineState: 'Running', temperature: 20 })
  const details = await until('what it reports now', async () => {
    const machine = await next.call('getMachine', { params, query: { includeHistory: 'true' } })
    return machine.online === true ? machine : undefined
  })
  // What the record does not speak of is of the time before.
  expect(details).toMatchObject({ machineState: 'Running', temperature: 20, humidity: null, totalCycles: null })
  expect(details).toMatchObject({ cyclesPerMin: null, machineData: {} })
  expect(await callsThatShow(next)).toEqual([])
})

test('orders that the former customer has left open hold no time of the machine', async () => {
  const times = { plannedFrom: SPAN.to, plannedTo: new Date(Date.parse(SPAN.to) + 3_600_000).toISOString() }
  const params = { id: OWN_MACHINE }
  const order = { number: 'Order of the next', product: 'Tea', target: 10, ...times }
  const { planned } = await next.call('planOrder', { params, body: order })
  expect(planned.map(({ number }) => number)).toEqual(['Order of the next'])
})

test('a stream shows a new owner what the machine does now, and nothing of before', async () => {
  const stream = await app.stream(next, '1')
  const events = await until('the machine', () => {
    const text = JSON.stringify(stream.events)
    return text.includes(OWN_MACHINE) && text
  })
  expect(SENTINELS.filter((sentinel) => events.includes(sentinel))).toEqual([])
})
