import { generateKeyPairSync } from 'node:crypto'
import { type SignOnFault, tokenPairSchema } from '@packhouse/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Caller } from '../../support/caller.ts'
import { freePort } from '../../support/free-port.ts'
import { expiredCertificate, providerCertificate } from '../../support/sign-on/keys.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { type SamlChanges, SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { expectRefused as expectRefusedFor, signInAtSaml } from './saml-answers.ts'
import { lastReason, SignOnClient, samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort() } })
const server = new SamlServer()
const ada = personNamed('Ada', ['fitters'])

beforeAll(async () => {
  await server.start()
  await setUp(app, samlDraft(server, { newUsers: 'create' }))
})
afterAll(async () => await server.stop())

const signIn = (tamper?: (xml: string) => string, changes?: SamlChanges) =>
  signInAtSaml(app, server, ada, tamper, changes)
const expectRefused = (query: URLSearchParams, reason: string, fault?: SignOnFault) =>
  expectRefusedFor(app, query, reason, fault)

describe('a real SAML provider', () => {
  test('signs somebody in with a signed assertion', async () => {
    const { client, request, query } = await signIn()
    expect(request).toMatchObject({
      issuer: `${app.url}/auth/saml2/metadata`,
      assertionConsumerServiceURL: `${app.url}/auth/saml2/acs`,
    })
    expect(query.get('state')).toBe(client.state)
    const answer = await client.exchange(query.get('code'))
    expect(answer.status, answer.text).toBe(200)
    const cookie = client.browser.cookiesFor(new URL(app.url).host)
    const { user } = await new Caller(app.port, tokenPairSchema.parse(answer.body), { cookie }).call('me')
    expect(user).toMatchObject({ email: 'ada@provider.example', first_name: 'Ada', last_name: 'Example' })
  })

  test('may sign the whole answer beside the assertion', async () => {
    const { query } = await signIn(undefined, { signResponse: true })
    expect(query.get('code')).toMatch(/^phc_/)
  })

  test('that answers with a failure leads back to the screen with words', async () => {
    const status = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" InResponseTo="ID"><samlp:Status>
      <samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status></samlp:Response>`
    const client = new SignOnClient(app, 'okta')
    const request = await SamlServer.requestIn(await client.begin())
    const query = await client.answerSaml(status.replace('"ID"', `"${request.id}"`), request.relayState)
    expect(query.get('error')).toBe('provider_refused')
  })

  test('finds our metadata where our entity id says', async () => {
    const { status, text, headers } = await app.anonymous.get('/auth/saml2/metadata')
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('application/samlmetadata+xml')
    expect(text).toContain(`entityID="${app.url}/auth/saml2/metadata"`)
    expect(text).toContain(`Location="${app.url}/auth/saml2/acs"`)
    expect(text).toContain('WantAssertionsSigned="true"')
  })
})

describe('an answer is refused for', () => {
  test.each<[string, SamlChanges, string]>([
    ['another audience', { audience: 'https://another.example' }, 'audience'],
    ['another recipient', { recipient: 'https://another.example/acs' }, 'recipient'],
    ['no recipient', { recipient: undefined }, 'recipient'],
    ['another issuer', { issuer: 'https://another.example' }, 'issuer'],
    ['another request', { inResponseTo: '_another' }, 'in response to'],
    ['no request', { inResponseTo: undefined }, 'in response to'],
    ['no assertion signature', { signAssertion: false }, 'signature'],
    ['an unsigned assertion in a signed answer', { signAssertion: false, signResponse: true }, 'signature'],
    ['a signature by SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }, 'weak signature'],
    ['a lifetime that is over', { lifetimeInSeconds: -120 }, 'expired'],
  ])('%s', async (_, changes, reason) => {
    await expectRefused((await signIn(undefined, changes)).query, reason)
  })

  test.each<[string, (algorithm: string) => string]>([
    ['in other quotation marks', (algorithm) => `Algorithm='${algorithm}'`],
    ['with a character reference', (algorithm) => `Algorithm="${algorithm.replace('#', '&#35;')}"`],
  ])('a signature by SHA-1 that is written %s', async (_, written) => {
    const rewrite = (xml: string) =>
      xml.replaceAll(/Algorithm="([^"]*sha1)"/g, (_all, algorithm: string) => written(algorithm))
    const { query, xml } = await signIn(rewrite, { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' })
    expect(xml).toContain(written('http://www.w3.org/2000/09/xmldsig#rsa-sha1'))
    await expectRefused(query, 'weak signature')
  })

  test.each<[string, (xml: string) => string, string]>([
    [
      'another destination',
      (xml) => xml.replace(/Destination="[^"]*"/, 'Destination="https://another.example/acs"'),
      'destination',
    ],
    [
      'an issuer of the response that is not that of the assertion',
      (xml) => xml.replace(/(<saml:Issuer[^>]*>)[^<]*/, '$1https://another.example'),
      'issuer',
    ],
    ['an instruction', (xml) => `<?xml-stylesheet href="x"?>${xml}`, 'processing instruction'],
  ])('%s around the assertion', async (_, tamper, reason) => {
    const { query } = await signIn(tamper)
    await expectRefused(query, reason)
  })

  test('a status other than success, although a signed assertion is there', async () => {
    const { query } = await signIn((xml) => xml.replace('status:Success', 'status:Requester'))
    await expectRefused(query, 'status Requester', 'provider_refused')
  })

  test('a signature by another key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await expectRefused((await signIn(undefined, { key })).query, 'signature')
  })

  test('a name id that was changed after it was signed', async () => {
    const { query } = await signIn((xml) => xml.replace('subject of Ada', 'subject of Eve'))
    await expectRefused(query, 'signature')
  })

  test('a comment in the name id, although it does not break the signature', async () => {
    const { query } = await signIn((xml) => xml.replace('subject of Ada', 'subject<!-- --> of Ada'))
    await expectRefused(query, 'comment')
  })

  test.each([
    '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE r SYSTEM "http://127.0.0.1:9/x.dtd">',
    '<!doctype r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>',
  ])('the document type %s', async (type) => {
    await expectRefused((await signIn((xml) => type + xml)).query, 'document type')
  })

  test('a transient name id, which would be another one the next time', async () => {
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const profileMapper = () => ({
      getClaims: () => ({}),
      getNameIdentifier: () => ({ nameIdentifier: 'x', nameIdentifierFormat: format }),
    })
    await expectRefused((await signIn(undefined, { profileMapper })).query, 'transient name id')
  })

  test.each([
    ['nothing', ''],
    ['no XML', 'not XML'],
    ['half of it', '<samlp:Response'],
  ])('being %s', async (_, xml) => {
    const { query } = await signIn(() => xml)
    expect(query.get('error')).toBe('answer_refused')
  })
})

describe('an answer that was taken', () => {
  test('is refused when it comes again, with its own state or another one', async () => {
    const { client, request, xml, query } = await signIn()
    expect(query.get('code')).toMatch(/^phc_/)
    await expectRefused(await client.answerSaml(xml, request.relayState), 'state', 'answer_unknown')
    const other = await SamlServer.requestIn(await client.begin())
    await expectRefused(await client.answerSaml(xml, other.relayState), 'in response to')
  })

  test.each(['', 'x'.repeat(43), 'https://elsewhere.example/'])(
    'that was not requested, with the state %j, is refused',
    async (state) => {
      const request = {
        id: '_x',
        issuer: `${app.url}/auth/saml2/metadata`,
        assertionConsumerServiceURL: `${app.url}/auth/saml2/acs`,
      }
      const client = new SignOnClient(app, 'okta')
      await expectRefused(
        await client.answerSaml(await server.answerTo(request, ada), state),
        'state',
        'answer_unknown',
      )
    },
  )

  test('that was not requested is refused although what nobody has signed names a request', async () => {
    const client = new SignOnClient(app, 'okta')
    const request = await SamlServer.requestIn(await client.begin())
    const unasked = await server.answerTo(request, ada, { inResponseTo: undefined })
    const named = unasked.replace('<samlp:Response ', `<samlp:Response InResponseTo="${request.id}" `)
    expect(named).not.toBe(unasked)
    await expectRefused(await client.answerSaml(named, request.relayState), 'in response to')
  })

  test('gives a code that another browser cannot exchange', async () => {
    const { client, query } = await signIn()
    const victim = new SignOnClient(app, 'okta')
    await victim.begin()
    const answer = await victim.exchange(query.get('code'), { code_verifier: client.verifier })
    expect(answer.status).toBe(400)
    expect(await lastReason(app)).toBe('cookie')
  })
})

test('a provider whose certificate has expired cannot sign anyone in', async () => {
  await setUp(app, samlDraft(server, { option: 'okta', metadata: server.metadata(expiredCertificate) }))
  const client = new SignOnClient(app, 'okta')
  const query = new URL(await client.begin(), app.url).searchParams
  await expectRefused(query, 'certificate expired', 'provider_faulty')
  expect(server.metadata(expiredCertificate)).not.toBe(server.metadata(providerCertificate))
})
