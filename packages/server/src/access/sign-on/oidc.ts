import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { clock } from '../../platform/clock.ts'
import { type Outgoing, OutgoingError } from '../../platform/outgoing.ts'
import type { Addresses } from './addresses.ts'
import { type Claims, deniesOne, groupsOf, textOf } from './claims.ts'
import { requestSecrets } from './derived-secrets.ts'
import { causesOf, discover, scopesOf } from './oidc-client.ts'
import type { Person } from './person.ts'
import type { Provider } from './providers.ts'
import { assertSignOn, codeOfAnswer, SignOnError } from './sign-on-error.ts'

/** How long a discovery document and the keys of a provider are believed. */
const KNOWN_MS = 10 * 60_000

/** How far the clocks of a provider and ours may be apart. */
const CLOCK_SKEW_S = 60

interface Known {
  rowVersion: number
  until: number
  configuration: Promise<Configuration>
}

/** OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export class OidcSignOn {
  readonly #addresses: Addresses
  readonly #key: string
  readonly #outgoing: Outgoing
  readonly #known = new Map<string, Known>()

  constructor(addresses: Addresses, key: string, outgoing: Outgoing) {
    this.#addresses = addresses
    this.#key = key
    this.#outgoing = outgoing
  }

  /** The address of the provider that asks it to sign somebody in. */
  async begin(provider: Provider, state: string): Promise<string> {
    const configuration = await this.#discovered(provider)
    const { nonce, verifier } = requestSecrets(this.#key, state)
    const address = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#addresses.redirectUri,
      scope: scopesOf(provider),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return address.href
  }

  /** @param query of the address the provider has led back to @throws SignOnError where its answer is not to be trusted */
  async finish(provider: Provider, state: string, query: string): Promise<Person> {
    const configuration = await this.#discovered(provider)
    const { nonce, verifier } = requestSecrets(this.#key, state)
    try {
      const address = new URL(`${this.#addresses.redirectUri}?${query}`)
      const tokens = await authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const identity = tokens.claims()
      assertSignOn(identity, 'answer_refused', 'no id token')
      // The library takes a token from any time to come (OpenID Connect Core 1.0, 3.1.3.7, 10).
      assertSignOn(identity.iat <= clock.now() / 1_000 + CLOCK_SKEW_S, 'answer_refused', 'iat')
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
      const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, identity.sub) : {}
      return toPerson({ ...more, ...identity }, provider)
    } catch (error) {
      throw toSignOnError(error)
    }
  }

  #discovered(provider: Provider): Promise<Configuration> {
    const { id, rowVersion } = provider
    const known = this.#known.get(id)
    if (known?.rowVersion === rowVersion && known.until > clock.monotonic()) return known.configuration
    const configuration = discover(provider, this.#outgoing)
    this.#known.set(id, { rowVersion, until: clock.monotonic() + KNOWN_MS, configuration })
    // What did not work is tried again by the next one.
    configuration.catch(() => this.#known.delete(id))
    return configuration
  }
}

function toPerson(claims: Claims & { iss: string; sub: string }, provider: Provider): Person {
  // An address that the provider itself doubts makes no account. Entra ID says by xms_edov whether the domain is that of the person's organisation.
  const email = deniesOne(claims, 'email_verified', 'xms_edov') ? null : textOf(claims, 'email')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    account: textOf(claims, 'email', 'preferred_username', 'name'),
    email,
    firstName: textOf(claims, 'given_name', 'name'),
    lastName: textOf(claims, 'family_name'),
    groups: groupsOf(claims, provider.groupsClaim),
  }
}

/** Claims and parameters that the library checks. */
const NAMES: ReadonlySet<string> = new Set(
  'signature state nonce response code id_token alg kid typ iss sub aud azp exp iat nbf auth_time at_hash c_hash s_hash'.split(
    ' ',
  ),
)

function toSignOnError(error: unknown): SignOnError {
  if (error instanceof SignOnError) return error
  if (error instanceof AuthorizationResponseError) return new SignOnError('provider_refused', codeOfAnswer(error.error))
  // The provider refuses our client or the code: a matter between it and us.
  if (error instanceof ResponseBodyError) return new SignOnError('provider_faulty', error.error, { cause: error })
  if (error instanceof WWWAuthenticateChallengeError) return new SignOnError('provider_faulty', 'client refused')
  const chain = [...causesOf(error)]
  const outgoing = chain.find((one) => one instanceof OutgoingError)
  if (outgoing !== undefined) return new SignOnError('provider_faulty', outgoing.message, { cause: error })
  const words = chain.at(-1)?.message ?? String(error)
  // The library names the claim or the parameter that it refuses in quotation marks.
  const named = /signature/.test(words) ? 'signature' : /"(\w+)"/.exec(words)?.[1]
  const reason = named !== undefined && NAMES.has(named) ? named : 'not an answer'
  return new SignOnError('answer_refused', reason, { cause: error })
}
