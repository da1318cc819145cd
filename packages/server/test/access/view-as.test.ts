import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { auditOf } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const maker = new Maker(app)
const VIEWER = ['customer.access', 'user.read', 'user.viewAs', 'machine.read.any', 'mail.read', 'session.read']
/** Support: may view as others, and sees the machines of every customer. */
let ada: Caller
/** Of a customer. */
let ben: Caller
let adaId = ''
let benId = ''

interface Me {
  user: { id: string }
  permissions: string[]
  viewing: { by: string; endsAt: string } | null
}

beforeAll(async () => {
  ada = await maker.account(VIEWER)
  const own = ['customer.access', 'user.read', 'location.read', 'cost.read', 'mail.read', 'session.read', 'apiKey.read']
  ben = await maker.account(own, 'NORDFJELL')
  ;[adaId, benId] = (await Promise.all([ada, ben].map(async (caller) => (await me(caller)).user.id))) as [
    string,
    string,
  ]
})

async function me(caller: Caller, headers: Record<string, string> = {}): Promise<Me> {
  return (await caller.request('/v1/auth/me', { headers })).body as Me
}

async function begin(caller = ada, userId = benId): Promise<Record<'view-as', string>> {
  const answer = await caller.post(`/v1/users/${userId}/view-as`)
  expect(answer.status, answer.text).toBe(200)
  return { 'view-as': (answer.body as { id: string }).id }
}

const asked = (path: string, headers: Record<string, string>, method = 'GET', body?: object) =>
  ada.request(path, { method, headers, ...(body && { body }) })

describe('while somebody views as another user', () => {
  test('answers are those of that user: who it is, what they may but costs, and the rows of their customer alone', async () => {
    const view = await begin()
    const { user, permissions, viewing } = await me(ada, view)
    expect(user.id).toBe(benId)
    expect(permissions.toSorted()).toEqual(['customer.access', 'location.read', 'user.read'])
    expect(viewing).toMatchObject({ by: 'Sample Account', endsAt: expect.any(String) })
    const machines = async (headers: Record<string, string>, caller = ada) =>
      (await caller.request('/v1/ignition/machines/me', { headers })).body
    expect(await machines(view)).toEqual(await machines({}, ben))
    const [foreign] = await app.sql<{ id: string }>(
      `SELECT id FROM user_account WHERE customer_id IS NOT NULL AND customer_id <> (SELECT customer_id FROM user_account WHERE id = $1)`,
      [benId],
    )
    expectProblem(await asked(`/v1/users/${foreign?.id}`, view), 'not_found')
    expect((await asked(`/v1/users/${foreign?.id}`, {})).status).toBe(200)
    expect((await me(ada)).viewing).toBeNull()
  })

  test('nothing is changed by any method, and nothing personal or that opens accounts is read', async () => {
    const view = await begin()
    for (const [method, path] of [
      ['PUT', '/v1/me/settings'],
      ['POST', `/v1/users/${benId}/send-invitation`],
      ['POST', '/v1/ignition/batch'],
      ['DELETE', `/v1/users/${benId}`],
      ['DELETE', '/v1/me/view-as'],
      ['POST', `/v1/users/${adaId}/view-as`],
      ['POST', '/v1/auth/logout'],
    ] as const) {
      expectProblem(await asked(path, view, method, {}), 'view_only')
    }
    for (const path of ['settings', 'sessions', 'passkeys', 'identities', 'usage']) {
      expectProblem(await asked(`/v1/me/${path}`, view), 'view_only')
    }
    for (const path of ['/v1/mails', `/v1/users/${benId}/sessions`, '/v1/auth/api-keys']) {
      expectProblem(await asked(path, view), 'permission_missing')
    }
  })

  test('it is audited: that it began and ended, and who was refused as whom', async () => {
    const view = await begin()
    await asked('/v1/me/settings', view)
    expect((await ada.request('/v1/me/view-as', { method: 'DELETE' })).status).toBe(204)
    const actions = (await auditOf(app, benId)).filter(({ actor_id }) => actor_id === adaId).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['view-as-begun', 'view-as-ended']))
    await until('the refusal in the log', async () => {
      const rows = await app.sql(
        `SELECT FROM auth_log WHERE action = 'right-refused' AND code = 'view_only' AND user_id = $1 AND actor_id = $2`,
        [benId, adaId],
      )
      return rows.length > 0
    })
  })
})

describe('it ends', () => {
  const hasEnded = (view: Record<string, string>) =>
    until('the end of the view', async () => {
      const { body } = await asked('/v1/auth/me', view)
      return (body as { code?: string }).code === 'view_ended'
    })

  test('when it is ended, when another begins, when its time is over, and with the account of who is viewed', async () => {
    const first = await begin()
    const second = await begin()
    await hasEnded(first)
    expect((await me(ada, second)).user.id).toBe(benId)
    await ada.request('/v1/me/view-as', { method: 'DELETE' })
    await hasEnded(second)
    const third = await begin()
    await app.sql('UPDATE view_as SET ends_at = now() WHERE id = $1', [third['view-as']])
    await hasEnded(third)
    const fourth = await begin()
    await app.sql('UPDATE user_account SET disabled = true WHERE id = $1', [benId])
    await hasEnded(fourth)
    await app.sql('UPDATE user_account SET disabled = false WHERE id = $1', [benId])
  })

  test('when the viewer loses the right, or the viewed becomes an administrator; it is never another session’s', async () => {
    const view = await begin()
    const give = `INSERT INTO user_permission SELECT $1, unnest('{user.update,role.update}'::text[])`
    await app.sql(give, [benId])
    await hasEnded(view)
    await app.sql('DELETE FROM user_permission WHERE user_id = $1', [benId])
    await until('the view to go on', async () => (await asked('/v1/auth/me', view)).status === 200)
    const staff = await app.as('staff')
    expectProblem(await staff.request('/v1/auth/me', { headers: view }), 'view_ended')
    await app.sql(
      `DELETE FROM role_permission WHERE permission = 'user.viewAs' AND role_id IN (SELECT role_id FROM user_role WHERE user_id = $1)`,
      [adaId],
    )
    await hasEnded(view)
    expectProblem(await ada.post(`/v1/users/${benId}/view-as`), 'permission_missing')
  })
})

test('only administrators view as administrators, nobody as themselves, and no user of a customer as anybody', async () => {
  const support = await maker.account(VIEWER)
  const [administrator] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'staff@%'`)
  expectProblem(await support.post(`/v1/users/${administrator?.id}/view-as`), 'permission_missing')
  const { user } = await me(support)
  expectProblem(await support.post(`/v1/users/${user.id}/view-as`), 'permission_missing')
  const insider = await maker.account(VIEWER, 'NORDFJELL')
  expectProblem(await insider.post(`/v1/users/${benId}/view-as`), 'not_found')
  const staff = await app.as('staff')
  const seen = await me(staff, await begin(staff, user.id))
  expect(seen.permissions).not.toContain('mail.read')
  expectProblem(await staff.request('/v1/auth/me', { headers: { 'view-as': 'nonsense' } }), 'view_ended')
})
