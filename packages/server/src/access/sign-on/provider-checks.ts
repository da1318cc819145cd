import { X509Certificate } from 'node:crypto'
import type { ProviderCheck } from '@packhouse/contract'
import type { Configuration, ServerMetadata } from 'openid-client'
import type { Outgoing } from '../../platform/outgoing.ts'
import { discover, scopesOf } from './oidc-client.ts'
import type { Provider } from './providers.ts'
import { isCurrent, MetadataError, type SamlMetadata } from './saml-metadata.ts'
import type { SamlReader } from './saml-reader.ts'
import { SignOnError } from './sign-on-error.ts'

export interface CheckParts {
  outgoing: Outgoing
  reader: SamlReader
}

/** Tries a provider out, as far as that goes without somebody who signs in there. */
export async function checkProvider(provider: Provider, { outgoing, reader }: CheckParts): Promise<ProviderCheck[]> {
  return provider.kind === 'oidc' ? await checkOidc(provider, outgoing) : await checkSaml(provider, reader)
}

function check(name: string, ok: boolean, right: string, wrong: string): ProviderCheck {
  return { name, ok, words: ok ? right : wrong }
}

async function checkOidc(provider: Provider, outgoing: Outgoing): Promise<ProviderCheck[]> {
  const settings = [
    check(
      'Client secret',
      provider.secret !== undefined,
      'A client secret is stored.',
      'There is no client secret. Enter it, unless the provider knows us as a public client.',
    ),
    check(
      'Scopes',
      scopesOf(provider).split(/\s+/).includes('openid'),
      `We ask for ${scopesOf(provider)}.`,
      'The scopes must contain openid.',
    ),
  ]
  let configuration: Configuration
  try {
    configuration = await discover(provider, outgoing)
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    return [{ name: 'Discovery', ok: false, words: error.message }, ...settings]
  }
  const server = configuration.serverMetadata()
  const discovery = check('Discovery', true, `${server.issuer} answered, and its issuer is right.`, '')
  return [discovery, ...checkServer(server), await checkKeys(server, outgoing), ...settings]
}

function checkServer(server: ServerMetadata): ProviderCheck[] {
  const { authorization_endpoint, token_endpoint, code_challenge_methods_supported: methods } = server
  return [
    check(
      'Addresses',
      authorization_endpoint !== undefined && token_endpoint !== undefined,
      'The provider names where to sign in and where to fetch tokens.',
      'The discovery document names no authorization_endpoint or no token_endpoint. This cannot be an OpenID provider.',
    ),
    check(
      'PKCE',
      methods?.includes('S256') === true,
      'The provider supports PKCE with S256.',
      'The provider does not say that it supports PKCE with S256. Switch it on there; without it sign-ins may be refused.',
    ),
  ]
}

async function checkKeys({ jwks_uri }: ServerMetadata, outgoing: Outgoing): Promise<ProviderCheck> {
  const name = 'Keys'
  if (jwks_uri === undefined) return { name, ok: false, words: 'The discovery document names no jwks_uri.' }
  try {
    const answer = await outgoing.fetch(jwks_uri)
    const { keys } = (await answer.json()) as { keys?: unknown[] }
    const count = Array.isArray(keys) ? keys.length : 0
    return check(name, count > 0, `Keys to check signatures with: ${count}.`, `${jwks_uri} has no keys.`)
  } catch (error) {
    return { name, ok: false, words: `The keys at ${jwks_uri} cannot be read: ${(error as Error).message}` }
  }
}

async function checkSaml(provider: Provider, reader: SamlReader): Promise<ProviderCheck[]> {
  if (provider.metadata === null) {
    return [{ name: 'Metadata', ok: false, words: 'Paste the metadata of the provider, an XML document.' }]
  }
  try {
    const metadata = await reader.readMetadata(provider.metadata)
    const { entityId, signOnUrl } = metadata
    return [
      { name: 'Metadata', ok: true, words: `The provider is ${entityId}.` },
      { name: 'Sign-on address', ok: true, words: `People are sent to ${signOnUrl}.` },
      checkCertificates(metadata),
    ]
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    return [{ name: 'Metadata', ok: false, words: error.message }]
  }
}

function checkCertificates({ certificates }: SamlMetadata): ProviderCheck {
  const ends = certificates.filter((one) => isCurrent(one)).map((one) => new X509Certificate(one).validToDate)
  const last = ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)
  return check(
    'Certificate',
    last !== undefined,
    `Signatures are checked with a certificate that is valid until ${last?.toISOString().slice(0, 10)}.`,
    'The certificate has expired or is not valid yet. Copy the newest metadata from the provider.',
  )
}
