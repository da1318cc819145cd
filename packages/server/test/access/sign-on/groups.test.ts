import { groups } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { actionsOn, signInToTheEnd, signOnAtSaml } from './saml-accounts.ts'
import { samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort() } })
const server = new SamlServer()

beforeAll(async () => await server.start())
afterAll(async () => await server.stop())

async function groupsOf(userId: string): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    `SELECT name FROM group_member JOIN access_group g ON g.id = group_id WHERE user_id = $1 ORDER BY name`,
    [userId],
  )
  return rows.map(({ name }) => name)
}

describe('groups of the provider', () => {
  const place = groups.mounts[0].path
  const grete = (names: string[]) => personNamed('Grete', names)
  let userId: string

  beforeAll(async () => {
    await setUp(app, samlDraft(server, { newUsers: 'create' }))
    const staff = await app.as('staff')
    for (const [name, ssoClaim] of [
      ['Fitters', 'fitters'],
      ['Welders', 'welders'],
      ['Local', null],
    ] as const) {
      await staff.post(place, { name, ssoClaim })
    }
    userId = (await (await signInToTheEnd(app, server, grete(['fitters', 'unknown here']))).call('me')).user.id
    await app.sql(`INSERT INTO group_member SELECT id, $1 FROM access_group WHERE name = 'Local'`, [userId])
  })

  test('put a user into the groups that name them', async () => {
    expect(await groupsOf(userId)).toEqual(['Fitters', 'Local'])
  })

  test('are followed at each sign-in, and nothing else is touched', async () => {
    await signInToTheEnd(app, server, grete(['welders']))
    expect(await groupsOf(userId)).toEqual(['Local', 'Welders'])
    await signInToTheEnd(app, server, grete([]))
    expect(await groupsOf(userId)).toEqual(['Local'])
    expect((await actionsOn(app, userId)).filter((action) => action === 'sign-on-groups')).toHaveLength(3)
  })

  test('are left alone by a provider that is not asked for them', async () => {
    await signInToTheEnd(app, server, grete(['fitters']))
    await app.sql('UPDATE identity_provider SET groups_claim = NULL, row_version = row_version + 1')
    await signInToTheEnd(app, server, grete([]))
    expect(await groupsOf(userId)).toEqual(['Fitters', 'Local'])
    await app.sql(`UPDATE identity_provider SET groups_claim = 'groups'`)
  })

  test('never take the last administrator away', async () => {
    await app.sql(`INSERT INTO group_permission SELECT id, unnest(ARRAY['user.update', 'role.update']) FROM access_group
      WHERE name = 'Fitters'`)
    await signInToTheEnd(app, server, grete(['fitters']))
    const removed = await app.sql<{ user_id: string; role_id: string }>(
      'DELETE FROM user_role RETURNING user_id, role_id',
    )
    expect((await signOnAtSaml(app, server, grete([]))).query.get('error')).toBe('last_administrator')
    expect(await groupsOf(userId)).toEqual(['Fitters', 'Local'])
    for (const { user_id, role_id } of removed) {
      await app.sql('INSERT INTO user_role (user_id, role_id) VALUES ($1, $2)', [user_id, role_id])
    }
  })
})
