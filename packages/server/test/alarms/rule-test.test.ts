import { type alarmRules, type Draft, RULE_TEST_CHARTS } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { planTest } from '../../src/alarms/rule-test/test-plan.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const app = useTestApp()
const MACHINE = 'FLW-1205'
/** Of all tests: an hour may begin while they run. */
const NOW = Date.now()
/** Start of a whole hour, six hours ago. */
const start = Math.floor(NOW / HOUR_MS) * HOUR_MS - 6 * HOUR_MS
const at = (minute: number) => new Date(start + minute * 60_000).toISOString()

beforeAll(async () => {
  const device = await app.device()
  const pressures = [1, 9, 9, 1, 1]
  await device.publishAll(
    MACHINE,
    pressures.map((pressure, place) => ({
      lastSeen: at(place),
      temperature: pressure,
      machineState: pressure > 5 ? 'Faulted' : 'Running',
      machineData: { pressure, film: 3 },
    })),
  )
})

const above = { kind: 'value', comparison: 'above', limit: '5' } as const
const rules: Omit<Draft<typeof alarmRules>, 'name'>[] = [
  { ...above, tag: 'temperature' },
  { ...above, tag: 'pressure' },
  { kind: 'state', states: ['Faulted'] },
  { kind: 'silence', silenceSeconds: 90 },
]

/** What comes of each rule on the machine. */
async function outcomes() {
  const staff = await app.as('staff')
  const found = []
  for (const rule of rules) {
    const { tested, alarms } = await staff.call('testAlarmRule', { body: { name: 'Trial', ...rule } })
    const one = tested.find(({ machineID }) => machineID === MACHINE)
    const drawn = (one?.points ?? []).flatMap((point) => point ?? [])
    found.push({
      records: one?.records,
      drawn: drawn.length === 0 ? null : [Math.min(...drawn), Math.max(...drawn)],
      alarms: alarms
        .filter(({ machineID }) => machineID === MACHINE)
        .map(({ startedAt, clearedAt }) => [startedAt, clearedAt]),
    })
  }
  return found
}

test('A test judges a field, a reading, the state and silence, and the same once the records are sealed', async () => {
  const before = await outcomes()
  const high = { records: 5, drawn: [1, 9], alarms: [[at(1), at(3)]] }
  expect(before).toEqual([high, high, { ...high, drawn: null }, { records: 5, drawn: null, alarms: [[at(5.5), null]] }])
  expect(await app.runRetention(NOW)).not.toMatchObject({ sealed: 0 })
  expect(await outcomes()).toEqual(before)
})

test('A test covers all machines of its rule, those without records too, and draws a chart of some', async () => {
  const staff = await app.as('staff')
  const names = Array.from({ length: RULE_TEST_CHARTS + 10 }, (_, n) => `TRIAL-${n}`)
  for (const machineID of names) await staff.post('/v1/machines', { machineID, configurationId: 'TRIAL' })
  const body = { name: 'Trial', ...above, tag: 'temperature', configurationId: 'TRIAL' }
  const found = await staff.call('testAlarmRule', { body })
  expect(found.machines).toBe(names.length)
  expect(found.tested.map(({ machineID }) => machineID).sort()).toEqual(names.toSorted())
  expect(found.tested.filter(({ points }) => points.length > 0)).toHaveLength(RULE_TEST_CHARTS)
  expect(found.tested.every(({ since, until }) => since === null && until === null)).toBe(true)
})

test('The types of a rule are those that machines have, of its customer where it names one', async () => {
  const staff = await app.as('staff')
  const [customer] = await app.sql<{ id: string }>(
    `SELECT customer_id AS id FROM machine WHERE machine_id = '${MACHINE}'`,
  )
  for (const [machineID, customerId] of [
    ['TYPED-1', customer?.id],
    ['TYPED-2', null],
  ]) {
    await staff.post('/v1/machines', { machineID, configurationId: 'Typed', customerId })
  }
  const countOf = async (query: { customerId?: string; configurationId?: string }) => {
    const { types } = await staff.call('alarmRuleTags', { query })
    return types.find(({ type }) => type === 'Typed')?.machines
  }
  expect(await countOf({})).toBe(2)
  // What the rule names already is no reason to offer less.
  expect(await countOf({ configurationId: 'Other' })).toBe(2)
  expect(await countOf({ customerId: customer?.id ?? '' })).toBe(1)
})

test('Where machines have more records than a test may judge, who sends little is tested over the whole time and others since later', async () => {
  const device = await app.device()
  const minutes = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ lastSeen: at(from + n), temperature: n }))
  await device.publishAll('PLAN-1', [...minutes(0, 20), ...minutes(120, 20), ...minutes(240, 20)])
  await device.publishAll('PLAN-2', minutes(0, 10))
  const rows = await app.sql<{ name: string; key: number }>(
    `SELECT machine_id AS name, key FROM machine WHERE machine_id LIKE 'PLAN-%' ORDER BY machine_id`,
  )
  const [one = 0, other = 0] = rows.map(({ key }) => key)
  const db = {
    query: async (text: string, values?: unknown[]) => ({ rows: (await app.sql(text, values)) as never[] }),
  }
  const span = { from: start, to: start + 6 * HOUR_MS }
  const plan = (most: number) => planTest(db, [one, other], span, most)
  expect(await plan(70)).toEqual(
    new Map([
      [one, { from: start, records: 60 }],
      [other, { from: start, records: 10 }],
    ]),
  )
  expect(await plan(55)).toEqual(
    new Map([
      [one, { from: start + 2 * HOUR_MS, records: 40 }],
      [other, { from: start, records: 10 }],
    ]),
  )
  // Not even the newest hour fits: the last one of the time is judged, as far as it goes.
  expect((await plan(16)).get(one)).toEqual({ from: start + 5 * HOUR_MS, records: 8 })
})
