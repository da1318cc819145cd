import { tokenPairSchema } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { SignOnClient, samlDraft, setUp } from '../access/sign-on/sign-on-client.ts'
import { SoftwarePasskey } from '../support/authenticator.ts'
import { Caller } from '../support/caller.ts'
import { personNamed } from '../support/sign-on/people.ts'
import { SamlServer } from '../support/sign-on/saml-server.ts'
import { emailOf, type TestApp } from '../support/test-app.ts'
import { tally } from './races-over-nodes.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Ways to sign in of several steps, each at another node, as a proxy deals them. */
export function testSignIns(one: TestApp, other: TestApp): void {
  describe('a way to sign in', () => {
    test('by SAML begins at one node and is answered at the other, once', async () => {
      const server = new SamlServer()
      await server.start()
      try {
        await setUp(one, samlDraft(server, { newUsers: 'create' }))
        const client = new SignOnClient(one, 'okta')
        const request = await SamlServer.requestIn(await client.begin())
        const xml = await server.answerTo(request, personNamed('Berta'))
        const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
        const cookie = client.browser.cookiesFor(new URL(one.url).host)
        const answer = (node: TestApp) =>
          node.anonymous.post('/auth/saml2/acs', new URLSearchParams(form).toString(), { ...FORM, cookie })
        const answers = await Promise.all([other, one, other, one].map(answer))
        const codes = answers.flatMap(({ headers }) => {
          return new URL(headers.location ?? '', one.url).searchParams.get('code') ?? []
        })
        expect(codes).toHaveLength(1)
        const exchange = (node: TestApp) =>
          node.anonymous.post(
            '/auth/pkce/exchange',
            { code: codes[0], code_verifier: client.verifier, redirect_uri: client.redirect },
            { cookie },
          )
        const exchanged = await Promise.all([one, other, one, other].map(exchange))
        const opened = exchanged.filter(({ status }) => status === 200)
        expect(opened).toHaveLength(1)
        const tokens = tokenPairSchema.parse(opened[0]?.body)
        const set = (opened[0]?.headers['set-cookie'] ?? []).map((text) => text.split(';')[0])
        const bound = { cookie: [cookie, ...set].join('; ') }
        for (const node of [one, other]) {
          expect((await new Caller(node.port, tokens, bound).call('me')).user.first_name).toBe('Berta')
        }
      } finally {
        await server.stop()
      }
    })

    test('by a passkey is added and used over both nodes, and a proof counts once', async () => {
      const here = await one.signIn('customer')
      const there = here.at(other)
      const passkey = new SoftwarePasskey(one.url)
      await there.call('finishPasskey', {
        body: { name: 'Phone', passkey: passkey.create(await here.call('beginPasskey')) },
      })
      const begun = await other.anonymous.post('/v1/auth/passkeys/begin', {})
      const body = { passkey: passkey.get(begun.body as never) }
      const answers = await Promise.all(
        [one, other, one, other].map((node) => node.anonymous.post('/v1/auth/passkeys/finish', body)),
      )
      expect(tally(answers)).toEqual({ 200: 1, passkey_refused: 3 })
      const tokens = tokenPairSchema.parse(answers.find(({ status }) => status === 200)?.body)
      for (const node of [one, other]) {
        expect((await new Caller(node.port, tokens).call('me')).user.email).toBe(emailOf('customer'))
      }
      await one.sql('DELETE FROM passkey')
    })
  })
}
