/// <reference path="./untyped.d.ts" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'
import { close, listen, readForm, sendPage, signInForm } from './pages.ts'
import type { ProviderPerson } from './people.ts'

export const OIDC_CLIENT = { id: 'packhouse', secret: 'client secret of the tests' }

/** A real OpenID provider for tests: PKCE is required, and groups stand in the claim `groups`. */
export class OidcServer {
  readonly people = new Map<string, ProviderPerson>()
  readonly #server: Server
  #address = ''

  constructor() {
    this.#server = createServer((request, response) => {
      response.writeHead(503).end('It has not been started.', () => request.destroy())
    })
  }

  get issuer(): string {
    return this.#address
  }

  async start(redirectUri: string): Promise<void> {
    this.#address = await listen(this.#server)
    const provider = this.#provider(redirectUri)
    const serve = provider.callback()
    this.#server.removeAllListeners('request')
    this.#server.on('request', (request, response) => {
      if (request.url?.startsWith('/interaction/') !== true) return void serve(request, response)
      this.#interact(provider, request, response).catch((error: Error) => response.writeHead(500).end(error.message))
    })
  }

  async stop(): Promise<void> {
    await close(this.#server)
  }

  #provider(redirectUri: string): Provider {
    return new Provider(this.#address, {
      clients: [{ client_id: OIDC_CLIENT.id, client_secret: OIDC_CLIENT.secret, redirect_uris: [redirectUri] }],
      pkce: { required: () => true },
      claims: {
        openid: ['sub', 'groups'],
        email: ['email', 'email_verified'],
        profile: ['name', 'given_name', 'family_name'],
      },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ['cookie key of the tests'] },
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => this.#claimsOf(id) }),
    })
  }

  #claimsOf(id: string) {
    const person = [...this.people.values()].find((one) => one.id === id)
    if (person === undefined) throw new Error(`Nobody is ${id}.`)
    const { email, firstName, lastName, groups } = person
    const names = { name: `${firstName} ${lastName}`, given_name: firstName, family_name: lastName }
    return { sub: id, groups, email, email_verified: true, ...names }
  }

  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return sendPage(response, signInForm())
    const form = await readForm(request)
    const finish = (result: Record<string, unknown>) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    const person = this.people.get(form.get('account') ?? '')
    if (form.has('refuse') || person === undefined) return await finish({ error: 'access_denied' })
    const grant = new provider.Grant({ accountId: person.id, clientId: params.client_id })
    grant.addOIDCScope(params.scope ?? '')
    await finish({ login: { accountId: person.id, remember: false }, consent: { grantId: await grant.save() } })
  }
}
