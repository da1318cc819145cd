import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { auditOf, mailsTo, mailTo, makeInvited, tokenIn } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { emailOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const maker = new Maker(app)
const GOOD = 'vellum kraken tundra'
/** Works with users and may do what a customer's user may; nothing else. */
let clerk: Caller

beforeAll(async () => {
  clerk = await maker.account([
    'user.read',
    'user.update',
    'mail.read',
    'customer.access',
    'alarm.acknowledge',
    'downtime.update',
    'machine.claim',
    'partnerAccess.read',
    'partnerAccess.give',
    'sharing.decide',
  ])
})

function setPassword(caller: Caller, id: string, password = GOOD) {
  return caller.request(`/v1/users/${id}/password`, { method: 'PUT', body: { password } })
}

async function idOf(email: string): Promise<string> {
  const [user] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE email = $1', [email])
  return user?.id ?? ''
}

test('staff set the password of somebody who may do no more than they; it ends that user’s sessions', async () => {
  const id = await idOf(emailOf('customer'))
  const session = await app.signIn('customer')
  expect((await setPassword(clerk, id)).status).toBe(204)
  const refreshed = await app.anonymous.post('/v1/auth/refresh', { refresh_token: session.tokens?.refresh_token })
  expectProblem(refreshed, 'refresh_token_invalid')
  expect((await app.login(emailOf('customer'), GOOD)).access_token).toMatch(/^pha_/)
  const { user } = await clerk.call('me')
  expect(await auditOf(app, id)).toContainEqual({ action: 'password-changed', actor_id: user.id })
  expect((await mailTo(app, emailOf('customer'))).subject).toContain('was changed')
})

test('it is no way to more rights', async () => {
  const refused = expectProblem(await setPassword(clerk, await idOf(emailOf('staff'))), 'permission_missing')
  expect(refused.detail).toContain('user.delete')
  await app.as('staff')
})

test('nor is a changed email, which would get the links', async () => {
  const staff = await idOf(emailOf('staff'))
  const [row] = await app.sql<{ version: number }>('SELECT row_version AS version FROM user_account WHERE id = $1', [
    staff,
  ])
  const body = { email: 'clerk@evil.example', rowVersion: row?.version }
  const refused = await clerk.request(`/v1/users/${staff}`, { method: 'PUT', body })
  expect(expectProblem(refused, 'permission_missing').detail).toContain('may do no more than you')
  expect(await idOf(emailOf('staff'))).toBe(staff)
})

test('nor is the outbox: its reader sees the links of those only who may do no more', async () => {
  await app.anonymous.post('/v1/auth/forgot-password', { email: emailOf('staff') })
  expect((await mailTo(app, emailOf('staff'))).link).toContain('/reset-password?token=phl_')
  await app.anonymous.post('/v1/auth/forgot-password', { email: emailOf('customer') })
  await mailTo(app, emailOf('customer'), 2)
  const { items } = await clerk.call('listMails', { query: {} })
  expect(items.find(({ recipient }) => recipient === emailOf('staff'))?.link).toBeNull()
  expect(items.find(({ recipient }) => recipient === emailOf('customer'))?.link).toContain('token=phl_')
  expect(JSON.stringify(items.map(({ text }) => text))).not.toContain('phl_')
})

test('the own password is changed elsewhere', async () => {
  const staff = await app.as('staff')
  expectProblem(await setPassword(staff, await idOf(emailOf('staff'))), 'invalid_request')
})

test("a customer's user sets no password of others, not even with every permission", async () => {
  const insider = await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')
  for (const email of [emailOf('customer'), emailOf('other')]) {
    const id = await idOf(email)
    expectProblem(await setPassword(insider, id), 'not_found')
    expectProblem(await insider.post(`/v1/users/${id}/reset-password`), 'not_found')
    expectProblem(await insider.post(`/v1/users/${id}/send-invitation`), 'not_found')
  }
  expect(await insider.call('listMails', { query: {} })).toMatchObject({ items: [], total: 0 })
})

test('a weak one is refused at its field, and with a second factor a shorter one will do', async () => {
  const staff = await app.as('staff')
  const id = await makeInvited(app, 'ada@packhouse.example')
  const { errors } = expectProblem(await setPassword(staff, id, 'vellum-9'), 'invalid_request')
  expect(errors?.[0]?.path).toBe('body.password')
  await app.sql(`INSERT INTO user_second_factor (user_id, secret, confirmed_at) VALUES ($1, '', now())`, [id])
  expect((await setPassword(staff, id, 'vellum-9')).status).toBe(204)
  expectProblem(await setPassword(staff, id, 'vellum-'), 'invalid_request')
})

test('a new password makes a link of no use that was sent before', async () => {
  const staff = await app.as('staff')
  const id = await makeInvited(app, 'before@packhouse.example')
  await staff.post(`/v1/users/${id}/send-invitation`)
  const token = tokenIn(await mailTo(app, 'before@packhouse.example'))
  expect((await setPassword(staff, id)).status).toBe(204)
  expectProblem(await app.anonymous.get(`/v1/invitations/verify/${token}`), 'link_invalid')
})

test('it ends a sign-in that was begun with the old one', async () => {
  const staff = await app.as('staff')
  const id = await makeInvited(app, 'begun@packhouse.example')
  await app.sql(`INSERT INTO user_second_factor (user_id, secret) VALUES ($1, '')`, [id])
  await app.sql(`INSERT INTO pending_sign_in (hash, user_id, expires_at) VALUES ('', $1, now() + interval '1 h')`, [id])
  expect((await setPassword(staff, id)).status).toBe(204)
  expect(await app.sql('SELECT FROM pending_sign_in WHERE user_id = $1', [id])).toEqual([])
})

test('changing your own password invalidates a link that was sent before', async () => {
  const email = 'own@packhouse.example'
  const id = await makeInvited(app, email)
  const staff = await app.as('staff')
  expect((await setPassword(staff, id)).status).toBe(204)
  await staff.post(`/v1/users/${id}/reset-password`)
  const mail = await until('the link', async () => (await mailsTo(app, email)).find(({ link }) => link !== null))
  const own = await app.user(email, GOOD)
  const body = { current: GOOD, new: 'zephyr marmalade quorum' }
  expect((await own.request('/v1/me/password', { method: 'PUT', body })).status).toBe(204)
  const reset = await app.anonymous.post('/v1/auth/reset-password', { token: tokenIn(mail), password: GOOD })
  expectProblem(reset, 'link_invalid')
})

test('no reset is sent to a user without a password', async () => {
  const id = await makeInvited(app, 'without@packhouse.example')
  expectProblem(await (await app.as('staff')).post(`/v1/users/${id}/reset-password`), 'invalid_request')
})
