import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../support/free-port.ts'
import { personNamed } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import { useTestApp } from '../../support/use-test-app.ts'
import { expectRefused, signInAtSaml } from './saml-answers.ts'
import { samlDraft, setUp } from './sign-on-client.ts'

const app = useTestApp({ environment: { PORT: await freePort() } })
const server = new SamlServer()

beforeAll(async () => {
  await server.start()
  await setUp(app, samlDraft(server, { newUsers: 'create' }))
})
afterAll(async () => await server.stop())

describe('signature wrapping', () => {
  const assertionOf = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
  const signatureOf = (xml: string) => /<Signature[\s\S]*<\/Signature>/.exec(xml)?.[0] ?? ''
  const forgedFrom = (assertion: string) =>
    assertion.replace(signatureOf(assertion), '').replace('subject of Ada', 'subject of Eve')
  const withId = (assertion: string) => assertion.replace(/ID="[^"]+"/, 'ID="_forged"')

  const attacks: [string, (xml: string) => string][] = [
    [
      'with a forged assertion before the signed one',
      (xml) => xml.replace(assertionOf(xml), withId(forgedFrom(assertionOf(xml))) + assertionOf(xml)),
    ],
    [
      'with a forged assertion after the signed one',
      (xml) => xml.replace(assertionOf(xml), assertionOf(xml) + withId(forgedFrom(assertionOf(xml)))),
    ],
    [
      'with a forged assertion of the same ID',
      (xml) => xml.replace(assertionOf(xml), forgedFrom(assertionOf(xml)) + assertionOf(xml)),
    ],
    [
      'with the signed assertion inside of a forged one',
      (xml) => {
        const signed = assertionOf(xml)
        return xml.replace(
          signed,
          withId(forgedFrom(signed)).replace('</saml:Assertion>', `${signed}</saml:Assertion>`),
        )
      },
    ],
    [
      'with the signature moved into a forged assertion, and what it signs into an extension',
      (xml) => {
        const signed = assertionOf(xml)
        const forged = withId(forgedFrom(signed)).replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(signed)}`)
        const extension = `<samlp:Extensions>${signed.replace(signatureOf(signed), '')}</samlp:Extensions>`
        return xml.replace(signed, extension + forged)
      },
    ],
    [
      'with the signed assertion inside of the object of the signature of a forged one',
      (xml) => {
        const signed = assertionOf(xml)
        const bare = signed.replace(signatureOf(signed), '')
        const signature = signatureOf(signed).replace('</Signature>', `<Object>${bare}</Object></Signature>`)
        return xml.replace(signed, withId(forgedFrom(signed)).replace('</saml:Issuer>', `</saml:Issuer>${signature}`))
      },
    ],
  ]

  test.each(attacks)('%s cannot sign in', async (_, attack) => {
    let changed = false
    const { query } = await signInAtSaml(app, server, personNamed('Ada'), (xml) => {
      const forged = attack(xml)
      changed = forged !== xml && forged.includes('subject of Eve')
      return forged
    })
    expect(changed).toBe(true)
    await expectRefused(app, query, 'signature')
    expect(await app.sql(`SELECT FROM user_identity WHERE subject = 'subject of Eve'`)).toEqual([])
  })
})
