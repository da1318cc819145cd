import { tokenPairSchema } from '@packhouse/contract'
import { Caller } from '../../support/caller.ts'
import type { ProviderPerson } from '../../support/sign-on/people.ts'
import { SamlServer } from '../../support/sign-on/saml-server.ts'
import type { TestApp } from '../../support/test-app.ts'
import { SignOnClient } from './sign-on-client.ts'

/** Signs a person on. @param token of a link @returns the browser, and the query of the screen it is led to */
export async function signOnAtSaml(app: TestApp, server: SamlServer, person: ProviderPerson, token = '') {
  const client = new SignOnClient(app, 'okta')
  const request = await SamlServer.requestIn(await client.begin({ token }))
  const query = await client.answerSaml(await server.answerTo(request, person), request.relayState)
  return { client, query }
}

/** Signs a person on to the end. @returns who that is here */
export async function signInToTheEnd(
  app: TestApp,
  server: SamlServer,
  person: ProviderPerson,
  token = '',
): Promise<Caller> {
  const { client, query } = await signOnAtSaml(app, server, person, token)
  const answer = await client.exchange(query.get('code'))
  if (answer.status !== 200) throw new Error(`${query} was answered ${answer.text}`)
  const cookie = client.browser.cookiesFor(new URL(app.url).host)
  return new Caller(app.port, tokenPairSchema.parse(answer.body), { cookie })
}

/** What the audit reports a user, oldest first. */
export async function actionsOn(app: TestApp, userId: string): Promise<string[]> {
  await app.written()
  const rows = await app.sql<{ action: string }>('SELECT action FROM audit_event WHERE row_id = $1 ORDER BY at, id', [
    userId,
  ])
  return rows.map(({ action }) => action)
}
