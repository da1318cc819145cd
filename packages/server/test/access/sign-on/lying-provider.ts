import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { OIDC_CLIENT } from '../../support/sign-on/oidc-server.ts'
import { close, listen } from '../../support/sign-on/pages.ts'

function keyPair() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/** An OpenID provider that signs anyone who asks in at once, and makes whatever claims about them a test configures. */
export class LyingProvider {
  /** Instead of what is true. */
  claims: Record<string, unknown> = {}
  /** Parameters of the answer, instead of what is true. */
  answer: Record<string, string> = {}
  algorithm = 'RS256'
  readonly #server: Server
  readonly #keys = keyPair()
  #signingKey: KeyObject = this.#keys.privateKey
  #nonce = ''
  issuer = ''

  constructor() {
    this.#server = createServer((request, response) => this.#serve(request, response))
  }

  async start(): Promise<void> {
    this.issuer = await listen(this.#server)
  }

  async stop(): Promise<void> {
    await close(this.#server)
  }

  beHonest(): void {
    this.claims = {}
    this.answer = {}
    this.algorithm = 'RS256'
    this.#signingKey = this.#keys.privateKey
  }

  signWithAnotherKey(): void {
    this.#signingKey = keyPair().privateKey
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', this.issuer)
    if (url.pathname === '/authorize') {
      this.#authorize(url.searchParams, response)
      return
    }
    const json = { '/.well-known/openid-configuration': this.#discovery, '/jwks': this.#jwks, '/token': this.#tokens }[
      url.pathname
    ]
    response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(json?.() ?? {}))
  }

  #authorize(asked: URLSearchParams, response: ServerResponse): void {
    this.#nonce = asked.get('nonce') ?? ''
    const query = { code: 'a code', state: asked.get('state') ?? '', iss: this.issuer, ...this.answer }
    response.writeHead(302, { location: `${asked.get('redirect_uri')}?${new URLSearchParams(query)}` }).end()
  }

  readonly #discovery = () => ({
    issuer: this.issuer,
    authorization_endpoint: `${this.issuer}/authorize`,
    token_endpoint: `${this.issuer}/token`,
    jwks_uri: `${this.issuer}/jwks`,
    authorization_response_iss_parameter_supported: true,
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['RS256'],
  })

  readonly #jwks = () => ({
    keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'one' }],
  })

  readonly #tokens = () => {
    const now = Math.floor(Date.now() / 1000)
    const honest = { iss: this.issuer, sub: 'liar', aud: OIDC_CLIENT.id, iat: now, exp: now + 300, nonce: this.#nonce }
    const claims = { ...honest, email: 'liar@provider.example', ...this.claims }
    return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token: this.#sign(claims) }
  }

  #sign(claims: object): string {
    const parts = [{ alg: this.algorithm, kid: 'one' }, claims]
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
    const signature =
      this.algorithm === 'none' ? '' : createSign('sha256').update(text).sign(this.#signingKey, 'base64url')
    return `${text}.${signature}`
  }
}
