import type { SignOnFault } from '@packhouse/contract'
import { expect } from 'vitest'
import type { ProviderPerson } from '../../support/sign-on/people.ts'
import { type SamlChanges, SamlServer } from '../../support/sign-on/saml-server.ts'
import type { TestApp } from '../../support/test-app.ts'
import { lastReason, SignOnClient } from './sign-on-client.ts'

/** Starts, lets the provider answer, and sends what `tamper` has made of the answer. */
export async function signInAtSaml(
  app: TestApp,
  server: SamlServer,
  person: ProviderPerson,
  tamper: (xml: string) => string = (xml) => xml,
  changes: SamlChanges = {},
) {
  const client = new SignOnClient(app, 'okta')
  const request = await SamlServer.requestIn(await client.begin())
  const xml = tamper(await server.answerTo(request, person, changes))
  return { client, request, xml, query: await client.answerSaml(xml, request.relayState) }
}

/** Expects the screen to be shown this fault and the audit this very reason, and no code to be given. */
export async function expectRefused(
  app: TestApp,
  query: URLSearchParams,
  reason: string,
  fault: SignOnFault = 'answer_refused',
): Promise<void> {
  expect({ error: query.get('error'), reason: await lastReason(app) }).toEqual({ error: fault, reason })
  expect(query.has('code')).toBe(false)
}
