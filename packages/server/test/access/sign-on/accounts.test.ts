import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { expectProblem } from '../../support/problem.ts'
import { type ProviderPerson, personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { emailOf } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { actionsOn, signInToTheEnd, signOnAtSaml } from './saml-accounts.ts'
import { signInAtSaml } from './saml-answers.ts'
import { SignOnClient, samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort() } })
const server = new SamlServer()
let providerId: string

beforeAll(async () => {
  await server.start()
  providerId = await setUp(app, samlDraft(server, { name: 'House account' }))
})
afterAll(async () => await server.stop())

const signOn = (person: ProviderPerson, token?: string) => signOnAtSaml(app, server, person, token)
const signInAs = (person: ProviderPerson, token?: string) => signInToTheEnd(app, server, person, token)
const actionsOf = (userId: string) => actionsOn(app, userId)

describe('an unknown person', () => {
  test('is refused with words that say what to do, and gets no account', async () => {
    const { query } = await signOn(personNamed('Nobody'))
    expect(query.get('error')).toBe('account_unknown')
    expect(await app.sql(`SELECT FROM user_account WHERE email = 'nobody@provider.example'`)).toEqual([])
  })

  test('is never matched by an email, be it that of an administrator', async () => {
    const impostor = { ...personNamed('Impostor'), email: emailOf('staff') }
    expect((await signOn(impostor)).query.get('error')).toBe('account_unknown')
    await setUp(app, samlDraft(server, { newUsers: 'create' }))
    expect((await signOn(impostor)).query.get('error')).toBe('email_taken')
    const shouted = { ...impostor, email: emailOf('staff').toUpperCase() }
    expect((await signOn(shouted)).query.get('error')).toBe('email_taken')
  })

  test('gets an account of the customer that the provider names', async () => {
    const [customer] = await app.sql<{ id: string }>(`SELECT id FROM customer WHERE code = 'NORDFJELL'`)
    await setUp(app, samlDraft(server, { newUsers: 'create', customerId: customer?.id ?? null }))
    const caller = await signInAs(personNamed('Kari'))
    const { user, permissions } = await caller.call('me')
    expect(user.customer?.id).toBe(customer?.id)
    expect(permissions).toEqual([])
    expect(await actionsOf(user.id)).toEqual(['sign-on-account-made', 'sign-in'])
    const row = await (await app.as('staff')).get(`/v1/users/${user.id}`)
    expect(row.body).toMatchObject({ status: 'active' })
  })

  test('without an email gets no account', async () => {
    const query = (await signOn({ ...personNamed('Mute'), email: 'no email' })).query
    expect(query.get('error')).toBe('profile_incomplete')
  })

  test.each([
    ['email_verified', 'false'],
    ['emailVerified', '0'],
    ['http://schemas.auth0.com/email_verified', 'False'],
  ])('with an email that the attribute %s doubts by %s gets no account', async (name, value) => {
    const { id, email } = personNamed('Doubted')
    const profileMapper = () => ({
      getClaims: () => ({ email, [name]: value }),
      getNameIdentifier: () => ({ nameIdentifier: id }),
    })
    const { query } = await signInAtSaml(app, server, personNamed('Doubted'), undefined, { profileMapper })
    expect(query.get('error')).toBe('profile_incomplete')
  })

  test.each(['disabled = true', 'deleted_at = now()'])('%s blocks a known person', async (state) => {
    const caller = await signInAs(personNamed('Kari'))
    const { user } = await caller.call('me')
    await app.sql(`UPDATE user_account SET ${state} WHERE id = $1`, [user.id])
    expect((await signOn(personNamed('Kari'))).query.get('error')).toBe('account_blocked')
    expect((await actionsOf(user.id)).at(-1)).toBe('sign-on-refused')
    await app.sql('UPDATE user_account SET disabled = false, deleted_at = NULL WHERE id = $1', [user.id])
  })

  test('is another one at a provider that was pointed elsewhere', async () => {
    await app.sql(`UPDATE user_identity SET issuer = 'https://before.example'`)
    expect((await signOn(personNamed('Kari'))).query.get('error')).toBe('email_taken')
    await app.sql('DELETE FROM user_identity')
  })
})

describe('an account', () => {
  beforeAll(async () => {
    await app.sql('UPDATE identity_provider SET enabled = false')
    const staff = await app.as('staff')
    await staff.call('switchProvider', { params: { id: providerId }, body: { enabled: true } })
  })

  const otto = personNamed('Otto')

  test('is linked with a ticket by anyone who is signed in, and signs in by it from then on', async () => {
    const caller = await app.signIn('other')
    const { user } = await caller.call('me')
    expect(await caller.call('myIdentities')).toEqual([
      expect.objectContaining({ id: providerId, name: 'House account', available: true, linked: false, account: null }),
    ])
    const { ticket, option } = await caller.call('startLinking', { params: { id: providerId } })
    expect({ ticket, option }).toEqual({ ticket: expect.stringMatching(/^pht_/), option: 'okta' })
    const linked = await signInAs(otto, ticket)
    expect((await linked.call('me')).user.id).toBe(user.id)
    expect(await linked.call('myIdentities')).toEqual([
      expect.objectContaining({ linked: true, account: otto.email, linkedAt: expect.any(String) }),
    ])
    await until('the end of the session that asked', async () => (await caller.get('/v1/auth/me')).status === 401)
    expect((await (await signInAs(otto)).call('me')).user.id).toBe(user.id)
    expect(await actionsOf(user.id)).toContain('identity-linked')
  })

  test('cannot be linked twice, nor an identity to two accounts', async () => {
    const again = await (await signInAs(otto)).request(`/v1/me/identities/${providerId}/link`, { method: 'POST' })
    expectProblem(again, 'duplicate')
    const { ticket } = await (await app.signIn('customer')).call('startLinking', { params: { id: providerId } })
    expect((await signOn(otto, ticket)).query.get('error')).toBe('linked_elsewhere')
  })

  test('takes a ticket once and for 60 seconds', async () => {
    const caller = await app.signIn('customer')
    const { ticket } = await caller.call('startLinking', { params: { id: providerId } })
    const client = new SignOnClient(app, 'okta')
    expect(await client.begin({ token: ticket })).toContain('/sso?')
    expect(await client.begin({ token: ticket })).toContain('error=ticket_invalid')
    const { ticket: old } = await caller.call('startLinking', { params: { id: providerId } })
    await app.sql('UPDATE sign_on_ticket SET expires_at = now()')
    expect(await client.begin({ token: old })).toContain('error=ticket_invalid')
  })

  test('is not linked by somebody else who follows a link of an attacker', async () => {
    const attacker = await app.signIn('customer')
    const { ticket } = await attacker.call('startLinking', { params: { id: providerId } })
    const { query } = await signOn(personNamed('Victim'), ticket)
    // The victim's browser has the code and the cookie, but the verifier is the attacker's.
    const victim = new SignOnClient(app, 'okta')
    expectProblem(await victim.exchange(query.get('code')), 'code_invalid')
    expect(await app.sql(`SELECT FROM user_identity WHERE subject = 'subject of Victim'`)).toEqual([])
  })

  test('is not linked for a session that has ended in the meantime', async () => {
    const caller = await app.signIn('customer')
    const { ticket } = await caller.call('startLinking', { params: { id: providerId } })
    const { client, query } = await signOn(personNamed('Late'), ticket)
    await caller.call('logout')
    expectProblem(await client.exchange(query.get('code')), 'code_invalid')
  })

  test('is unlinked, unless there would be no way in any more', async () => {
    const caller = await signInAs(otto)
    const { user } = await caller.call('me')
    const [credential] = await app.sql<{ password_hash: string }>(
      'DELETE FROM user_credential WHERE user_id = $1 RETURNING password_hash',
      [user.id],
    )
    const path = `/v1/me/identities/${providerId}`
    expectProblem(await caller.request(path, { method: 'DELETE' }), 'invalid_request')
    await app.sql('INSERT INTO user_credential (user_id, password_hash) VALUES ($1, $2)', [
      user.id,
      credential?.password_hash,
    ])
    await caller.call('unlinkIdentity', { params: { id: providerId } })
    expectProblem(await caller.request(path, { method: 'DELETE' }), 'not_found')
    expect((await signOn(otto)).query.get('error')).toBe('account_unknown')
  })
})
