import { describe, expect, test } from 'vitest'
import { alarmsOf, alarmsThat, makeRule, untilJudged } from '../support/alarms.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MACHINE = 'VFFS-2214'

async function machineIdOf(machineID: string): Promise<string> {
  const [row] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [machineID])
  return row?.id ?? ''
}

/** A rule of one machine on a reading that no other test uses. */
async function ruleOn(tag: string, more: object = {}, machineID = MACHINE): Promise<string> {
  const machineId = await machineIdOf(machineID)
  const value = { kind: 'value', tag, comparison: 'above', limit: '40', machineId }
  return await makeRule(app, { name: `Rule on ${tag}`, ...value, ...more })
}

const reading = (tag: string, value: number, at?: Date) => ({
  machineData: { [tag]: value },
  ...(at && { lastSeen: at.toISOString() }),
})

describe('an alarm', () => {
  test('is raised, acknowledged and cleared by what a machine publishes; a new one begins after it', async () => {
    const device = await app.device()
    const ruleId = await ruleOn('zone1', { severity: 'critical', message: 'Let the zone cool down.' })
    await device.publish(MACHINE, reading('zone1', 41.5))
    const [alarm] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    expect(alarm).toMatchObject({
      machineID: MACHINE,
      code: 'Rule on zone1',
      severity: 'critical',
      message: 'Let the zone cool down.',
      value: '41.5',
      decimals: null,
      acknowledgedAt: null,
      clearReason: null,
    })
    const id = alarm?.id ?? ''
    const customer = await app.as('customer')
    const seen = await customer.call('acknowledgeAlarm', { params: { id }, body: { note: 'On my way' } })
    expect(seen).toMatchObject({ clearedAt: null, acknowledgeNote: 'On my way', acknowledgedAt: expect.any(String) })
    const again = await (await app.as('staff')).call('acknowledgeAlarm', { params: { id }, body: {} })
    expect(again.acknowledgedBy?.id).toBe(seen.acknowledgedBy?.id)
    await device.publish(MACHINE, reading('zone1', 39))
    await alarmsThat(app, ruleId, ({ clearReason }) => clearReason === 'condition')
    await device.publish(MACHINE, reading('zone1', 50))
    const [second, first] = await alarmsThat(app, ruleId, () => true, 2)
    expect([first?.id, first?.clearReason]).toEqual([id, 'condition'])
    expect(second).toMatchObject({ clearedAt: null, acknowledgedAt: null })
    const { events } = await customer.call('getAlarm', { params: { id } })
    expect(events.map(({ kind }) => kind)).toEqual(['raised', 'acknowledged', 'cleared'])
  })

  test('that cannot be stored is reported by health, and is stored as soon as it can be', async () => {
    const device = await app.device()
    const ruleId = await ruleOn('zone17')
    const logs = async () => (await app.anonymous.call('health')).logs
    await app.sql('ALTER TABLE alarm ADD CONSTRAINT none_for_now CHECK (false) NOT VALID')
    try {
      await device.publish(MACHINE, reading('zone17', 50))
      await until(
        'the words of health',
        async () => (await logs()).detail?.includes('Alarms cannot be stored') === true,
      )
    } finally {
      await app.sql('ALTER TABLE alarm DROP CONSTRAINT none_for_now')
    }
    await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    await until('health as before', async () => (await logs()).status === 'ok')
  })

  test('is neither raised nor cleared by a record that comes late', async () => {
    const device = await app.device()
    const ruleId = await ruleOn('zone2', {}, 'FLW-1204')
    const now = Date.now() - 10_000
    await device.publish('FLW-1204', reading('zone2', 50, new Date(now)))
    await alarmsThat(app, ruleId, () => true)
    await device.publish('FLW-1204', reading('zone2', 10, new Date(now - 5_000)))
    await device.publish('FLW-1204', reading('zone2', 51, new Date(now + 1_000)))
    await device.publish('FLW-1204', reading('zone2', 10, new Date(now + 2_000)))
    const [alarm, ...others] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt !== null)
    expect(others).toEqual([])
    expect(alarm?.clearedAt).toBe(new Date(now + 2_000).toISOString())
  })

  test('ends with its reason when its rule is changed, switched off or deleted', async () => {
    const device = await app.device()
    const staff = await app.as('staff')
    const ruleId = await ruleOn('zone3')
    await device.publish(MACHINE, reading('zone3', 50))
    await alarmsThat(app, ruleId, () => true)
    const put = async (change: object) => {
      const { body } = await staff.get(`/v1/alarm-rules/${ruleId}`)
      const { rowVersion } = body as { rowVersion: number }
      const path = `/v1/alarm-rules/${ruleId}`
      expect((await staff.request(path, { method: 'PUT', body: { rowVersion, ...change } })).status).toBe(200)
    }
    await put({ limit: '45' })
    await alarmsThat(app, ruleId, ({ clearReason }) => clearReason === 'rule_changed')
    // What is known of the machine is judged by the new limit at once.
    await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    await put({ enabled: false })
    await alarmsThat(app, ruleId, ({ clearReason }) => clearReason === 'rule_disabled')
    await put({ enabled: true })
    const [last] = await alarmsThat(app, ruleId, ({ clearedAt }) => clearedAt === null)
    expect((await staff.request(`/v1/alarm-rules/${ruleId}`, { method: 'DELETE' })).status).toBe(204)
    await until('the end of the alarm', async () => {
      const { clearReason, ruleId: rule } = await staff.call('getAlarm', { params: { id: last?.id ?? '' } })
      return clearReason === 'rule_deleted' && rule === null
    })
  })
})

describe('who sees and does what', () => {
  test('a customer sees the alarms of the own machines alone, and what is foreign looks missing', async () => {
    const device = await app.device()
    const own = await ruleOn('zone4')
    const foreign = await ruleOn('zone5', {}, 'FLW-1204')
    await device.publish(MACHINE, reading('zone4', 50))
    await device.publish('FLW-1204', reading('zone5', 50))
    const [mine] = await alarmsThat(app, own, () => true)
    const [theirs] = await alarmsThat(app, foreign, () => true)
    const customer = await app.as('customer')
    expect(await alarmsOf(app, own, {}, 'customer')).toHaveLength(1)
    expect(await alarmsOf(app, foreign, {}, 'customer')).toEqual([])
    const path = `/v1/alarms/${theirs?.id}`
    expectProblem(await customer.get(path), 'not_found')
    expectProblem(await customer.post(`${path}/acknowledge`, {}), 'not_found')
    const both = { ids: [mine?.id, theirs?.id] }
    expectProblem(await customer.post('/v1/alarms/acknowledge', both), 'not_found')
    expect((await alarmsOf(app, own))[0]?.acknowledgedAt).toBeNull()
    expectProblem(
      await customer.post(`/v1/alarms/${mine?.id}/shelve`, { minutes: 5, reason: 'x' }),
      'permission_missing',
    )
    const summary = await customer.call('alarmSummary')
    expect(summary.machines.map(({ machineID }) => machineID)).not.toContain('FLW-1204')
    const statistics = await customer.call('alarmStatistics')
    expect(statistics.top.map(({ machineID }) => machineID)).not.toContain('FLW-1204')
    expect(await (await app.as('staff')).call('acknowledgeAlarms', { body: { ids: both.ids as string[] } })).toEqual({
      acknowledged: 2,
    })
    const missing = await app.as('denied')
    expectProblem(await missing.get('/v1/alarms'), 'permission_missing')
  })

  test('staff assign, shelve and end the shelving, and all of it is in the course of the alarm', async () => {
    const device = await app.device()
    const staff = await app.as('staff')
    const ruleId = await ruleOn('zone6')
    await device.publish(MACHINE, reading('zone6', 50))
    const [alarm] = await alarmsThat(app, ruleId, () => true)
    const params = { id: alarm?.id ?? '' }
    const [person] = await staff.call('alarmAssignees', { params })
    const given = await staff.call('assignAlarm', { params, body: { assigneeId: person?.id ?? null } })
    expect(given.assignee).toEqual(person)
    expect(await alarmsOf(app, ruleId, { assignee: person?.id ?? '' })).toHaveLength(1)
    expect(await alarmsOf(app, ruleId, { assignee: 'none' })).toEqual([])
    const stranger = { assigneeId: crypto.randomUUID() }
    expectProblem(
      await staff.request(`/v1/alarms/${params.id}/assignee`, { method: 'PUT', body: stranger }),
      'not_found',
    )
    const shelved = await staff.call('shelveAlarm', { params, body: { minutes: 30, reason: 'Sensor on order' } })
    expect(shelved).toMatchObject({ shelveReason: 'Sensor on order', shelvedUntil: expect.any(String) })
    await app.sql(`UPDATE alarm_shelf SET until = now() WHERE rule_id = $1`, [ruleId])
    expect((await alarmsOf(app, ruleId))[0]?.shelvedUntil).toBeNull()
    await staff.call('shelveAlarm', { params, body: { minutes: 30, reason: 'Again' } })
    expect((await staff.call('unshelveAlarm', { params })).shelvedUntil).toBeNull()
    const { events } = await staff.call('getAlarm', { params })
    expect(events.map(({ kind }) => kind)).toEqual(['raised', 'assigned', 'shelved', 'shelved', 'unshelved'])
  })
})

test('lists filter, and the figures agree with them', async () => {
  const device = await app.device()
  const ruleId = await ruleOn('zone7', { severity: 'info' })
  const start = Date.now() - 60_000
  await device.publish(MACHINE, { temperature: 20 })
  await untilJudged(app, await machineIdOf(MACHINE))
  for (const [place, value] of [50, 10, 60].entries()) {
    await device.publish(MACHINE, reading('zone7', value, new Date(start + 50_000 + place)))
  }
  // The one of the third value: that of the first is there for a moment before the second one clears it.
  const third = new Date(start + 50_002).toISOString()
  await alarmsThat(app, ruleId, ({ clearedAt, startedAt }) => clearedAt === null && startedAt === third)
  const count = async (query: Parameters<typeof alarmsOf>[2]) => (await alarmsOf(app, ruleId, query)).length
  expect(await count({ state: 'active' })).toBe(1)
  expect(await count({ severity: 'critical,major' })).toBe(0)
  expect(await count({ severity: 'info,major', machineID: MACHINE })).toBeGreaterThan(0)
  expect(await count({ acknowledged: 'true' })).toBe(0)
  expect(await count({ to: new Date(start).toISOString() })).toBe(0)
  const staff = await app.as('staff')
  const summary = await staff.call('alarmSummary')
  const { total } = await staff.call('listAlarms', { query: { state: 'active' } })
  expect(summary.active).toBe(total)
  expect(Object.values(summary.bySeverity).reduce((sum, { active }) => sum + active, 0)).toBe(total)
  const statistics = await staff.call('alarmStatistics', { query: { days: '7', machineID: MACHINE } })
  expect(statistics.days.reduce((sum, day) => sum + day.count, 0)).toBe(statistics.total)
  expect(statistics.days).toHaveLength(8)
  expect(statistics.top.map(({ machineID }) => machineID)).toEqual(statistics.top.map(() => MACHINE))
  expectProblem(await staff.get('/v1/alarms?severity=grave'), 'invalid_request')
  expectProblem(await staff.get('/v1/alarms?nonsense=1'), 'invalid_request')
})

test('one that returns to normal unacknowledged stays open until somebody acknowledges it', async () => {
  const device = await app.device()
  const ruleId = await ruleOn('zone8')
  await device.publish(MACHINE, reading('zone8', 50))
  await alarmsThat(app, ruleId, () => true)
  await device.publish(MACHINE, reading('zone8', 10))
  await device.publish(MACHINE, reading('zone8', 50))
  await alarmsThat(app, ruleId, () => true, 2)
  const open = () => alarmsOf(app, ruleId, { state: 'open', ruleId, order: 'severity' }, 'customer')
  const [active, returned, ...others] = await open()
  expect([active?.clearedAt, returned?.clearedAt !== null, others]).toEqual([null, true, []])
  expect(await alarmsOf(app, ruleId, { state: 'returned' })).toEqual([returned])
  const customer = await app.as('customer')
  // What the head counts is what the list has to be acknowledged, and the bar counts what of that is active.
  const waiting = { state: 'open', acknowledged: 'false' } as const
  const { total } = await customer.call('listAlarms', { query: waiting })
  const summary = await customer.call('alarmSummary')
  expect([summary.unacknowledged, summary.unacknowledged > summary.active]).toEqual([total, true])
  const running = await customer.call('listAlarms', { query: { state: 'active', acknowledged: 'false' } })
  expect(summary.activeUnacknowledged).toBe(running.total)
  await customer.call('acknowledgeAlarms', { body: { ids: [returned?.id ?? '', active?.id ?? ''], note: 'Seen' } })
  expect((await open()).map(({ id }) => id)).toEqual([active?.id])
  await device.publish(MACHINE, reading('zone8', 10))
  await until('the acknowledged one is over', async () => (await open()).length === 0)

  const { total: before } = await customer.call('listAlarms', { query: { state: 'active', acknowledged: 'false' } })
  await app.sql(
    `INSERT INTO alarm (id, machine_key, rule_id, code, severity, message, started_at, raised_at, cleared_at, clear_reason, told)
     SELECT gen_random_uuid(), key, $2, 'Old', 'info', '', at, at, at, 'condition', false
     FROM machine, generate_series(now() - interval '20000 minutes', now() - interval '9990 minutes', interval '1 minute') at WHERE machine_id = $1`,
    [MACHINE, ruleId],
  )
  // Of the same severity the newest come first.
  const times = (await open()).map(({ startedAt }) => startedAt)
  expect(times.length).toBeGreaterThan(1)
  expect(times).toEqual(times.toSorted().toReversed())
  // Of more that nobody has acknowledged 10,000 are counted.
  expect((await customer.call('alarmSummary')).unacknowledged).toBe(before + 10_000)
  await app.sql(`DELETE FROM alarm WHERE rule_id = $1 AND code = 'Old'`, [ruleId])
})

test('filters by customer, machine and rule are offered, and the shelves listed, to those who see the machines', async () => {
  const device = await app.device()
  const staff = await app.as('staff')
  const customer = await app.as('customer')
  const own = await ruleOn('zone9')
  const foreign = await ruleOn('zone10', {}, 'FLW-1204')
  await device.publish(MACHINE, reading('zone9', 50))
  await device.publish('FLW-1204', reading('zone10', 50))
  const [mine] = await alarmsThat(app, own, () => true)
  const [theirs] = await alarmsThat(app, foreign, () => true)
  expect([mine?.customer?.name, theirs?.customer?.name]).toEqual(['Nordfjell Seafood AS', expect.any(String)])
  const customerId = theirs?.customer?.id ?? ''
  expect((await alarmsOf(app, foreign, { customerId })).map(({ id }) => id)).toEqual([theirs?.id])
  expect(await alarmsOf(app, own, { customerId })).toEqual([])

  const offered = async (who: typeof staff, of: 'customer' | 'machine' | 'rule', q = '') =>
    (await who.call('alarmChoices', { query: { of, q } })).map(({ value }) => value)
  expect(await offered(staff, 'machine')).toEqual(expect.arrayContaining([MACHINE, 'FLW-1204']))
  expect(await offered(staff, 'rule', 'on ZONE10')).toEqual([foreign])
  expect(await offered(staff, 'customer', customerId)).toEqual([customerId])
  expect(await offered(customer, 'machine')).not.toContain('FLW-1204')
  expect(await offered(customer, 'rule', 'Rule on zone10')).toEqual([])
  expect(await offered(customer, 'rule', 'Rule on zone9')).toEqual([own])
  expect(await offered(customer, 'customer')).toEqual([mine?.customer?.id])

  for (const { id } of [mine, theirs].filter((alarm) => alarm !== undefined)) {
    await staff.call('shelveAlarm', { params: { id }, body: { minutes: 30, reason: 'Part on order' } })
  }
  const shelved = async (who: typeof staff) =>
    (await who.call('listAlarmShelves', { query: {} })).items.map(({ alarmId }) => alarmId)
  expect(await shelved(staff)).toEqual(expect.arrayContaining([mine?.id, theirs?.id]))
  const { items, total } = await customer.call('listAlarmShelves', { query: {} })
  expect([items.length, total]).toEqual([1, 1])
  expect(items[0]).toMatchObject({ alarmId: mine?.id, machineID: MACHINE, reason: 'Part on order', isActive: true })
  // The person who shelved it is of the maker: a customer does not see the name.
  expect(items[0]?.by).toEqual({ id: expect.any(String), name: null })
  await staff.call('unshelveAlarm', { params: { id: theirs?.id ?? '' } })
  expect(await shelved(staff)).not.toContain(theirs?.id)
})

test('an alarm leads to its remedy, and to the notes of earlier ones that the reader sees', async () => {
  const device = await app.device()
  const staff = await app.as('staff')
  const customer = await app.as('customer')
  const model = 'Remedied'
  await app.sql(`UPDATE machine SET configuration_id = $1 WHERE machine_id IN ($2, 'FLW-1204')`, [model, MACHINE])
  const advice = { steps: 'Stop it\nClean the jaw', documentKind: 'manual', documentPage: 12, part: 'Seal 4711' }
  const ruleId = await ruleOn('zone11', { machineId: null, ...advice })
  const raise = async (machineID: string) => {
    await device.publish(machineID, reading('zone11', 50))
    const [alarm] = await alarmsThat(app, ruleId, (one) => one.machineID === machineID && one.clearedAt === null)
    return { id: alarm?.id ?? '' }
  }
  const clear = async (machineID: string, { id }: { id: string }) => {
    await device.publish(machineID, reading('zone11', 10))
    await alarmsThat(app, ruleId, (one) => one.id === id && one.clearedAt !== null)
  }
  const foreign = await raise('FLW-1204')
  await staff.call('acknowledgeAlarm', { params: foreign, body: { note: 'Secret of Baltic' } })
  const first = await raise(MACHINE)
  await customer.call('acknowledgeAlarm', { params: first, body: { note: 'Looked at it' } })
  await clear(MACHINE, first)
  const noted = await customer.call('noteAlarm', { params: first, body: { note: 'New seal' } })
  expect(noted.events.at(-1)).toMatchObject({ kind: 'noted', note: 'New seal' })
  await customer.call('noteAlarm', { params: first, body: { note: 'New seal' } })

  const second = await raise(MACHINE)
  const before = await staff.call('alarmRemedy', { params: second })
  expect(before).toMatchObject({
    steps: advice.steps,
    document: { kind: 'manual', page: 12 },
    part: 'Seal 4711',
    notes: [
      { note: 'New seal', times: 2 },
      { note: 'Looked at it', times: 1 },
      { note: 'Secret of Baltic', times: 1 },
    ],
  })
  const own = await customer.call('alarmRemedy', { params: second })
  expect(own).toMatchObject({ steps: null, part: null, document: { kind: 'manual', page: 12 } })
  expect(own.notes.map(({ note }) => note)).toEqual(['New seal', 'Looked at it'])
  const [, looked, theirs] = before.notes
  await customer.call('markAlarmNote', { params: { noteId: looked?.id ?? '' }, body: { helpful: true } })
  expectProblem(
    await customer.request(`/v1/alarms/notes/${theirs?.id}/helpful`, { method: 'PUT', body: { helpful: true } }),
    'not_found',
  )
  const marked = await customer.call('alarmRemedy', { params: second })
  expect(marked.notes[0]).toMatchObject({ note: 'Looked at it', helpful: 1, isMine: true })
  await app.sql('UPDATE alarm_rule SET remedy_for_customers = true WHERE id = $1', [ruleId])
  expect(await customer.call('alarmRemedy', { params: second })).toMatchObject({
    steps: advice.steps,
    part: 'Seal 4711',
  })
  await app.sql(`UPDATE machine SET configuration_id = 'Another' WHERE machine_id = $1`, [MACHINE])
  expect((await staff.call('alarmRemedy', { params: foreign })).notes).toEqual([])
})
