import { permissionDescriptions } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { newEmployees } from '../../src/sample/people/employees.ts'
import { staffRoles } from '../../src/sample/people/roles.ts'
import type { Caller } from '../support/caller.ts'
import { auditOf, mailTo, tokenIn } from '../support/mailbox.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const LIFE = 'Fill in what people of the sample company have done'
const app = useTestApp()

interface User {
  id: string
  email: string
  status: string
  roles: string[]
}

async function usersOf(staff: Caller): Promise<Map<string, User>> {
  const { items } = (await staff.get('/v1/users?pageSize=100')).body as { items: User[] }
  return new Map(items.map((user) => [user.email.replace('@packhouse.example', ''), user]))
}

/** Each machine of the sample has a week behind it. */
async function enterHistory(): Promise<void> {
  await app.sql(`INSERT INTO latest (machine_key, at, machine_data) SELECT key, now(), '{}' FROM machine
    ON CONFLICT (machine_key) DO UPDATE SET at = excluded.at`)
  await app.sql(`SELECT ensure_day((now() - interval '7 days')::date)`)
  await app.sql(`INSERT INTO hour_rollup (machine_key, at, records, cycles, speed_sum, speed_count, temperature_sum, temperature_count,
    humidity_sum, humidity_count, running_ms, idle_ms, stopped_ms, faulted_ms, rejects)
    SELECT key, date_trunc('hour', now() - interval '7 days'), 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM machine`)
}

test('the sample company has people once its machines have a history: most can sign in, one is invited, one is blocked', async () => {
  const staff = await app.as('staff')
  expect([...(await usersOf(staff)).values()].filter(({ status }) => status !== 'active')).toHaveLength(4)
  await enterHistory()
  await makeDue(app, LIFE)
  const blocked = async () => (await usersOf(staff)).get('viktor.nyman')?.status === 'disabled'
  await until('the last of the people', blocked)
  const users = await usersOf(staff)
  expect([...users].map(([name, { status, roles }]) => [name, status, ...roles])).toEqual([
    ['anja.keller', 'active', 'Sales'],
    ['elisabeth.roth', 'active', 'Management'],
    ['henrik.dahl', 'active', 'Sales'],
    ['customer', 'active', 'customer'],
    ['katja.lindner', 'active'],
    ['lukas.weber', 'invited', 'Sales'],
    ['staff', 'active', 'staff'],
    ['denied', 'active'],
    ['sven.aas', 'active'],
    ['tomas.berg', 'active', 'Management'],
    ['viktor.nyman', 'disabled', 'Sales'],
    ['other', 'active', 'customer'],
  ])
})

test('they came by what staff do: the audit names who, and the open invitation is a mail with a link that works', async () => {
  const staff = await app.as('staff')
  const users = await usersOf(staff)
  const [maren, lukas, viktor] = ['staff', 'lukas.weber', 'viktor.nyman'].map((name) => users.get(name)?.id ?? '')
  const audit = await auditOf(app, viktor ?? '')
  expect(audit.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['create', 'attach', 'invitation-sent', 'password-changed', 'update']),
  )
  expect(audit.find(({ action }) => action === 'create')?.actor_id).toBe(maren)
  expect((await auditOf(app, lukas ?? '')).map(({ action }) => action)).toContain('invitation-sent')
  const token = tokenIn(await mailTo(app, 'lukas.weber@packhouse.example'))
  const verified = await app.anonymous.get(`/v1/invitations/verify/${token}`)
  expect(verified.body).toMatchObject({ email: 'lukas.weber@packhouse.example' })
})

test('the service engineers may do what their group may, and are on call in turn', async () => {
  const staff = await app.as('staff')
  const users = await usersOf(staff)
  const engineers = ['sven.aas', 'katja.lindner'].map((name) => users.get(name)?.id)
  for (const { permissions } of Object.values(staffRoles))
    expect(permissions.filter((name) => !(name in permissionDescriptions))).toEqual([])
  const held = await staff.call('userPermissions', { params: { id: engineers[0] ?? '' } })
  expect(held.map(({ permission }) => permission)).toEqual([...staffRoles.Service.permissions].toSorted())
  expect(held[0]?.sources).toMatchObject([{ kind: 'group', name: 'Service engineers (Service)' }])
  const { items } = (await staff.get('/v1/on-call-schedules')).body as { items: object[] }
  expect(items).toMatchObject([
    { name: 'Service on call', turnDays: 7, people: engineers.map((userId) => ({ userId })), overrides: [] },
  ])
})

test('the key of a program has scopes and ends; nobody has its text, which is in no log', async () => {
  const staff = await app.as('staff')
  const { items } = (await staff.get('/v1/auth/api-keys')).body as {
    items: { status: string; scopes: string[]; expiresAt: string; key: string | null }[]
  }
  expect(items).toMatchObject([{ status: 'active', scopes: ['customers:read', 'machines:read'] }])
  expect(items[0]?.key ?? null).toBeNull()
  expect(Date.parse(items[0]?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 300 * 86_400_000)
  expect(JSON.stringify(app.logged)).not.toContain('phk_')
})

test('nothing of it comes twice, and what staff have deleted does not come back', async () => {
  const staff = await app.as('staff')
  const counts = async () =>
    await app.sql(`SELECT (SELECT count(*)::int FROM user_account) AS users, (SELECT count(*)::int FROM api_key) AS keys,
      (SELECT count(*)::int FROM on_call_schedule) AS schedules, (SELECT count(*)::int FROM access_group) AS groups,
      (SELECT count(*)::int FROM mail) AS mails`)
  await app.sql('DELETE FROM on_call_schedule')
  await app.sql('UPDATE user_account SET deleted_at = now() WHERE email = $1', [newEmployees[0]?.email])
  const before = await counts()
  await makeDue(app, LIFE)
  const ran = `SELECT FROM periodic_job WHERE name = $1 AND last_success_at > now() - interval '1 hour' AND lease IS NULL`
  await until('another run', async () => (await app.sql(ran, [LIFE])).length === 1)
  expect(await counts()).toEqual(before)
  expect((await usersOf(staff)).has('sven.aas')).toBe(false)
})
