import { DEFAULT_SCOPES } from '@packhouse/contract'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client'
import { type Outgoing, OutgoingError } from '../../platform/outgoing.ts'
import { sentence } from '../../platform/sentence.ts'
import type { Provider } from './providers.ts'
import { assertSignOn, SignOnError } from './sign-on-error.ts'

/** @throws SignOnError `provider_faulty`, with the reason in words for staff */
export async function discover(provider: Provider, outgoing: Outgoing): Promise<Configuration> {
  const { issuer, clientId, secret } = provider
  assertSignOn(
    issuer !== null && clientId !== null,
    'provider_faulty',
    sentence`Issuer and client id must be filled in.`,
  )
  const insecure = outgoing.allowsPrivate ? [allowInsecureRequests] : []
  try {
    return await discovery(new URL(issuer), clientId, undefined, clientAuth(secret), {
      [customFetch]: outgoing.fetch,
      // The code flow may trust TLS alone (OpenID Connect Core 1.0, 3.1.3.7); we check signatures all the same.
      execute: [enableNonRepudiationChecks, ...insecure],
    })
  } catch (error) {
    throw new SignOnError('provider_faulty', discoveryWords(error, issuer), { cause: error })
  }
}

export function scopesOf({ scopes }: Provider): string {
  return scopes ?? DEFAULT_SCOPES
}

/** In the header unless the provider takes it in the body only (OpenID Connect Discovery 1.0, 3). */
function clientAuth(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None()
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const auth = methods.includes('client_secret_basic') ? basic : post
    return auth(server, client, body, headers)
  }
}

function discoveryWords(error: unknown, issuer: string): string {
  const chain = [...causesOf(error)]
  const outgoing = chain.find((one) => one instanceof OutgoingError)
  if (outgoing !== undefined) return outgoing.message
  const code = (error as { code?: string }).code
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') {
    return sentence`The discovery document names another issuer than ${issuer}. Enter the issuer exactly as the provider writes it.`
  }
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON') {
    return sentence`There is no discovery document below ${issuer}. Check the issuer.`
  }
  return sentence`The discovery document cannot be used: ${chain.at(-1)?.message ?? 'no reason is known'}.`
}

/** An error and what it came from. */
export function* causesOf(error: unknown): Generator<Error> {
  let current = error
  while (current instanceof Error) {
    yield current
    current = current.cause
  }
}
