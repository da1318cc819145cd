import { randomUUID } from 'node:crypto'
import { groups } from '@packhouse/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { OIDC_CLIENT } from '../../support/sign-on/oidc-server.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { LyingProvider } from './lying-provider.ts'
import { actionsOn, signInToTheEnd, signOnAtSaml } from './saml-accounts.ts'
import { signInAtSaml } from './saml-answers.ts'
import { oidcDraft, SignOnClient, samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort(), ALLOW_PRIVATE_ADDRESSES: 'on' } })
const server = new SamlServer()
const liar = new LyingProvider()

beforeAll(async () => await server.start())
afterAll(async () => await server.stop())

async function groupsOf(userId: string): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    `SELECT name FROM group_member JOIN access_group g ON g.id = group_id WHERE user_id = $1 ORDER BY name`,
    [userId],
  )
  return rows.map(({ name }) => name)
}

/** Why groups were kept, of each sign-in that named none. */
async function keptOn(userId: string): Promise<string[]> {
  await app.written()
  const rows = await app.sql<{ reason: string }>(
    `SELECT after ->> 'reason' AS reason FROM audit_event WHERE row_id = $1 AND action = 'sign-on-groups-kept'`,
    [userId],
  )
  return rows.map(({ reason }) => reason)
}

describe('groups of the provider', () => {
  const place = groups.mounts[0].path
  const grete = (names: string[]) => personNamed('Grete', names)
  /** An attribute with one empty value: samlp leaves one without values out. */
  const none = ['']
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
    await signInToTheEnd(app, server, grete(none))
    expect(await groupsOf(userId)).toEqual(['Local'])
    expect((await actionsOn(app, userId)).filter((action) => action === 'sign-on-groups')).toHaveLength(3)
  })

  test('are left alone by a provider that is not asked for them', async () => {
    await signInToTheEnd(app, server, grete(['fitters']))
    await app.sql('UPDATE identity_provider SET groups_claim = NULL, row_version = row_version + 1')
    await signInToTheEnd(app, server, grete(none))
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
    expect((await signOnAtSaml(app, server, grete(none))).query.get('error')).toBe('last_administrator')
    expect(await groupsOf(userId)).toEqual(['Fitters', 'Local'])
    for (const { user_id, role_id } of removed) {
      await app.sql('INSERT INTO user_role (user_id, role_id) VALUES ($1, $2)', [user_id, role_id])
    }
  })
  describe('that it does not name', () => {
    beforeEach(() => liar.beHonest())
    beforeAll(async () => {
      await liar.start()
      await setUp(app, samlDraft(server, { newUsers: 'create' }))
    })
    afterAll(async () => await liar.stop())

    async function providerOf(user: string): Promise<string> {
      const [row] = await app.sql<{ id: string }>('SELECT provider_id AS id FROM user_identity WHERE user_id = $1', [
        user,
      ])
      return row?.id ?? ''
    }

    /** What the test of a provider says of groups. */
    async function wordsOn(providerId: string) {
      const checks = await (await app.as('staff')).call('testProvider', { params: { id: providerId } })
      return checks.filter(({ name }) => name === 'Groups').map(({ ok, words }) => ({ ok, words }))
    }

    test.each([
      ['attribute at all', {}, 'not_said', /last signed in without groups: 1\. They keep/],
      [
        'but a link to them',
        { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example/x' },
        'elsewhere',
        /too many groups .*: 1\. They keep/,
      ],
    ])(
      '(SAML) with no %s are kept, and the log and the test of the provider say so',
      async (_, more, reason, words) => {
        const name = `Una ${reason}`
        const una = personNamed(name.replace(' ', '.'), ['fitters'])
        const first = (await (await signInToTheEnd(app, server, una)).call('me')).user.id
        expect(await groupsOf(first)).toEqual(['Fitters'])
        const { email, firstName, lastName } = una
        const profileMapper = () => ({
          getClaims: () => ({ email, firstName, lastName, ...more }),
          getNameIdentifier: () => ({
            nameIdentifier: una.id,
            nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          }),
        })
        const { query } = await signInAtSaml(app, server, una, undefined, { profileMapper })
        expect(query.get('code')).toMatch(/^phc_/)
        expect(await groupsOf(first)).toEqual(['Fitters'])
        expect(await keptOn(first)).toEqual([reason])
        const provider = await providerOf(first)
        expect(await wordsOn(provider)).toEqual([{ ok: false, words: expect.stringMatching(words) }])
        await signInToTheEnd(app, server, una)
        expect(await wordsOn(provider)).toEqual([])
      },
    )

    test.each<[string, object, string]>([
      ['no claim', {}, 'not_said'],
      ['null', { groups: null }, 'not_said'],
      ['something that is no name', { groups: ['fitters', { id: 7 }] }, 'not_said'],
      [
        'the address of them',
        { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.example' } } },
        'elsewhere',
      ],
      ['that there are some', { hasgroups: true }, 'elsewhere'],
    ])('(OpenID Connect), but %s, are kept, and an empty list is none', async (_, claims, reason) => {
      await setUp(app, oidcDraft(liar, { newUsers: 'create' }), OIDC_CLIENT.secret)
      const email = `${randomUUID()}@provider.example`
      const signIn = async (more: object) => {
        liar.claims = { sub: email, email, ...more }
        const query = await new SignOnClient(app, 'cmms').signInAtOidc('anybody')
        expect(query.get('code')).toMatch(/^phc_/)
      }
      await signIn({ groups: ['fitters', 'welders'] })
      const [user] = await app.sql<{ id: string }>('SELECT id FROM user_account WHERE email = $1', [email])
      const id = user?.id ?? ''
      await signIn(claims)
      expect(await groupsOf(id)).toEqual(['Fitters', 'Welders'])
      expect(await keptOn(id)).toEqual([reason])
      await signIn({ groups: [] })
      expect(await groupsOf(id)).toEqual([])
    })
  })
})
