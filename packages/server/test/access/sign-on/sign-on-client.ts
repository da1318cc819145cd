import { createHash, randomBytes } from 'node:crypto'
import { type Draft, identityProviders, type SignOnOption } from '@packhouse/contract'
import type { Answer } from '../../support/http-request.ts'
import { BrowserClient } from '../../support/sign-on/browser-client.ts'
import { OIDC_CLIENT, type OidcServer } from '../../support/sign-on/oidc-server.ts'
import type { SamlServer } from '../../support/sign-on/saml-server.ts'
import type { TestApp } from '../../support/test-app.ts'

type ProviderDraft = Draft<typeof identityProviders>

const starts = { okta: '/auth/saml2/login', cmms: '/auth/cmms/login', 'core-cmms': '/auth/cmms/login' }
const callbacks = { okta: '/okta/callback', cmms: '/cmms/callback', 'core-cmms': '/cmms/callback' }

/** What an OpenID provider is set up with. */
export function oidcDraft({ issuer }: Pick<OidcServer, 'issuer'>, more: ProviderDraft = {}): ProviderDraft {
  const name = `OpenID ${randomBytes(3).toString('hex')}`
  return { name, option: 'cmms', kind: 'oidc', issuer, clientId: OIDC_CLIENT.id, groupsClaim: 'groups', ...more }
}

/** What a SAML provider is set up with. */
export function samlDraft(server: SamlServer, more: ProviderDraft = {}): ProviderDraft {
  const name = `SAML ${randomBytes(3).toString('hex')}`
  return { name, option: 'okta', kind: 'saml', metadata: server.metadata(), groupsClaim: 'groups', ...more }
}

const PLACE = identityProviders.mounts[0].path

/** Makes a provider as staff and switches it on; anyone who served its button before is switched off. @returns its id */
export async function setUp(app: TestApp, draft: ProviderDraft, secret?: string): Promise<string> {
  await app.sql('UPDATE identity_provider SET enabled = false WHERE option = $1', [draft.option])
  const staff = await app.as('staff')
  const made = await staff.post(PLACE, draft)
  if (made.status !== 201) throw new Error(made.text)
  const { id } = made.body as { id: string }
  if (secret !== undefined) await staff.call('setProviderSecret', { params: { id }, body: { secret } })
  await staff.call('switchProvider', { params: { id }, body: { enabled: true } })
  return id
}

/** A browser that signs on, one step after the other. */
export class SignOnClient {
  readonly browser = new BrowserClient()
  readonly state = randomBytes(32).toString('hex')
  readonly verifier = randomBytes(64).toString('hex')
  readonly redirect: string
  readonly #app: TestApp
  readonly #option: SignOnOption

  constructor(app: TestApp, option: SignOnOption) {
    this.#app = app
    this.#option = option
    this.redirect = app.url + callbacks[option]
  }

  /** The address of the start. @param changes of its query; an empty text leaves a parameter out */
  start(changes: Record<string, string> = {}): string {
    const challenge = createHash('sha256').update(this.verifier).digest('base64url')
    const query = {
      redirect: this.redirect,
      state: this.state,
      code_challenge: challenge,
      option: this.#option,
      ...changes,
    }
    const given = Object.entries(query).filter(([, value]) => value !== '')
    return `${this.#app.url}${starts[this.#option]}?${new URLSearchParams(given)}`
  }

  /** Where the start leads to at once. */
  async begin(changes?: Record<string, string>): Promise<string> {
    const { headers } = await this.browser.send(this.start(changes))
    return headers.location ?? ''
  }

  /** Goes on at the OpenID provider and says who one is there. @returns the query of the screen it ends on */
  async signInAtOidc(account: string, address?: string): Promise<URLSearchParams> {
    const page = await this.browser.follow(address ?? (await this.begin()), (next) => this.#isScreen(next))
    if (this.#isScreen(page)) return new URL(page).searchParams
    const form: Record<string, string> = account === '' ? { refuse: 'yes' } : { account }
    return new URL(await this.browser.follow(page, (next) => this.#isScreen(next), form)).searchParams
  }

  /** Sends an answer to the consumer. @returns the query of the screen it leads to */
  async answerSaml(xml: string, relayState: string): Promise<URLSearchParams> {
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: relayState }
    const { headers } = await this.browser.send(`${this.#app.url}/auth/saml2/acs`, form)
    return new URL(headers.location ?? '', this.#app.url).searchParams
  }

  /** Exchanges a code. @param changes of what is sent */
  async exchange(code: string | null, changes: Record<string, string> = {}): Promise<Answer> {
    const body = { code, code_verifier: this.verifier, redirect_uri: this.redirect, ...changes }
    return await this.browser.post(this.#app, '/auth/pkce/exchange', body)
  }

  #isScreen(address: string): boolean {
    const url = new URL(address)
    return url.origin === this.#app.url && url.pathname.endsWith('/callback')
  }
}

/** The reason of the newest refusal in the audit. */
export async function lastReason(app: TestApp): Promise<string | undefined> {
  await app.written()
  const [entry] = await app.sql<{ reason: string }>(
    `SELECT after ->> 'reason' AS reason FROM audit_event WHERE action = 'sign-on-refused' ORDER BY at DESC, id DESC LIMIT 1`,
  )
  return entry?.reason
}
