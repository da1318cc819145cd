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
