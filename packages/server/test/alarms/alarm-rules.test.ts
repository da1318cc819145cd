import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const value = { kind: 'value', tag: 'temperature', comparison: 'above', limit: '40' }

test.each([
  ['a value without a tag', { ...value, tag: null }, 'tag'],
  ['a value without a comparison', { ...value, comparison: null }, 'comparison'],
  ['a value without a limit', { ...value, limit: null }, 'limit'],
  ['a side of a text', { ...value, limit: 'open' }, 'limit'],
  ['a deadband of equality', { ...value, comparison: 'equal', deadband: 2 }, 'deadband'],
  ['missing states', { kind: 'state', states: [] }, 'states'],
  ['an unknown state', { kind: 'state', states: ['Asleep'] }, 'states'],
  ['an invalid address', { ...value, notifyEmails: ['nobody'] }, 'notifyEmails'],
  ['a webhook that is no address', { ...value, webhookUrl: 'ftp://example.com' }, 'webhookUrl'],
])('refuses %s at its field', async (_, rule, name) => {
  const answer = await (await app.as('staff')).post('/v1/alarm-rules', { name: 'Rule', ...rule })
  const { errors } = expectProblem(answer, 'invalid_request')
  expect(errors?.[0]?.path).toMatch(new RegExp(`^body\\.${name}`))
})

test('refuses a second rule of the same name, whatever its case', async () => {
  const staff = await app.as('staff')
  expect((await staff.post('/v1/alarm-rules', { name: 'Too hot', ...value })).status).toBe(201)
  expectProblem(await staff.post('/v1/alarm-rules', { name: 'TOO HOT', ...value }), 'duplicate')
})

test('never returns the secret of a webhook', async () => {
  const staff = await app.as('staff')
  const made = await staff.post('/v1/alarm-rules', { name: 'Signed', ...value })
  const { id } = made.body as { id: string }
  const path = `/v1/alarm-rules/${id}`
  const put = (secret: string | null) => staff.request(`${path}/secret`, { method: 'PUT', body: { secret } })
  expectProblem(await put('short'), 'invalid_request')
  expect((await put('a secret of some length')).status).toBe(204)
  const read = await staff.get(path)
  expect(read.body).toMatchObject({ hasSecret: true })
  const history = await staff.get(`${path}/history`)
  expect(read.text + history.text).not.toContain('a secret of')
  const [stored] = await app.sql<{ sealed: Buffer }>('SELECT sealed FROM alarm_rule_secret WHERE rule_id = $1', [id])
  expect(stored?.sealed.toString('latin1')).not.toContain('a secret of')
  expect((await put(null)).status).toBe(204)
  expect((await staff.get(path)).body).toMatchObject({ hasSecret: false })
})

test('the tags of a rule are those that its machines report, with unit and newest value', async () => {
  const device = await app.device()
  await device.publish('VFFS-2214', {
    temperature: 31.5,
    machineData: { jawForce: 7, 'Jaw (°C)': 150, 'Product (g)': 'cod' },
  })
  await device.publish('FLW-1204', { temperature: 20 })
  const staff = await app.as('staff')
  const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'VFFS-2214'`)
  const every = await staff.call('alarmRuleTags', { query: {} })
  expect(every.tags.find(({ tag }) => tag === 'temperature')).toMatchObject({ unit: '°C', value: '20', machines: 2 })
  const own = await staff.call('alarmRuleTags', { query: { machineId: machine?.id ?? '' } })
  expect(own.machines).toBe(1)
  expect(own.tags).toContainEqual({
    tag: 'jawForce',
    unit: null,
    value: '7',
    at: expect.any(String),
    machineID: 'VFFS-2214',
    machines: 1,
  })
  // A name may end with the unit of its number.
  expect(own.tags.find(({ tag }) => tag === 'Jaw (°C)')?.unit).toBe('°C')
  expect(own.tags.find(({ tag }) => tag === 'Product (g)')?.unit).toBeNull()
})

test('a rule is tested against what is stored, by the judge of live records, and nothing is stored', async () => {
  const device = await app.device()
  const start = Date.now() - 86_400_000
  for (const [place, pressure] of [1, 9, 9, 1].entries()) {
    const lastSeen = new Date(start + place * 60_000).toISOString()
    await device.publish('FLW-1204', { lastSeen, machineData: { pressure } })
  }
  const staff = await app.as('staff')
  const rule = { name: 'Trial', kind: 'value', tag: 'pressure', comparison: 'above', limit: '5' } as const
  const found = await staff.call('testAlarmRule', { body: { ...rule, onDelaySeconds: 30 } })
  expect(found.alarms).toEqual([
    {
      machineID: 'FLW-1204',
      startedAt: new Date(start + 60_000).toISOString(),
      raisedAt: new Date(start + 90_000).toISOString(),
      clearedAt: new Date(start + 180_000).toISOString(),
      value: '9',
    },
  ])
  const tested = found.tested.find(({ machineID }) => machineID === 'FLW-1204')
  expect(tested).toMatchObject({ alarms: 1, until: null, points: expect.arrayContaining([[1, 9]]) })
  // All machines of the rule, those without a record too.
  expect(found.tested).toHaveLength(found.machines)
  expect(found.machines).toBeGreaterThan(10)
  expect(await app.sql(`SELECT FROM alarm_rule WHERE name = 'Trial'`)).toEqual([])
  expectProblem(await staff.post('/v1/alarm-rules/test', { ...rule, limit: 'warm' }), 'invalid_request')
})
