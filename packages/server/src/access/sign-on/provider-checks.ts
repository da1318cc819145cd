import { X509Certificate } from 'node:crypto'
import type { ProviderCheck } from '@packhouse/contract'
import { declared } from '@packhouse/messages'
import type { Configuration, ServerMetadata } from 'openid-client'
import type { Outgoing } from '../../platform/outgoing.ts'
import { sentence } from '../../platform/sentence.ts'
import { discover, scopesOf } from './oidc-client.ts'
import type { GroupsUnknown, Provider } from './providers.ts'
import { isCurrent, MetadataError, type SamlMetadata } from './saml-metadata.ts'
import type { SamlReader } from './saml-reader.ts'
import { SignOnError } from './sign-on-error.ts'

export interface CheckParts {
  outgoing: Outgoing
  reader: SamlReader
  groupsUnknown: GroupsUnknown
}

/** Tries a provider out, as far as that goes without somebody who signs in there. */
export async function checkProvider(provider: Provider, parts: CheckParts): Promise<ProviderCheck[]> {
  const { outgoing, reader, groupsUnknown } = parts
  const checks = [
    ...(provider.kind === 'oidc' ? await checkOidc(provider, outgoing) : await checkSaml(provider, reader)),
    ...checkGroups(provider, groupsUnknown),
  ]
  return checks.map(({ name, ok, words }) => ({ name: declared(name), ok, words: declared(words) }))
}

function check(name: string, ok: boolean, right: string, wrong: string): ProviderCheck {
  return { name, ok, words: ok ? right : wrong }
}

async function checkOidc(provider: Provider, outgoing: Outgoing): Promise<ProviderCheck[]> {
  const settings = [
    check(
      sentence`Client secret`,
      provider.secret !== undefined,
      sentence`A client secret is stored.`,
      sentence`There is no client secret. Enter it, unless the provider knows us as a public client.`,
    ),
    check(
      sentence`Scopes`,
      scopesOf(provider).split(/\s+/).includes('openid'),
      sentence`We ask for ${scopesOf(provider)}.`,
      sentence`The scopes must contain openid.`,
    ),
  ]
  let configuration: Configuration
  try {
    configuration = await discover(provider, outgoing)
  } catch (error) {
    if (!(error instanceof SignOnError)) throw error
    return [{ name: sentence`Discovery`, ok: false, words: error.message }, ...settings]
  }
  const server = configuration.serverMetadata()
  const discovery = check(sentence`Discovery`, true, sentence`${server.issuer} answered, and its issuer is right.`, '')
  return [discovery, ...checkServer(server), await checkKeys(server, outgoing), ...settings]
}

function checkServer(server: ServerMetadata): ProviderCheck[] {
  const { authorization_endpoint, token_endpoint, code_challenge_methods_supported: methods } = server
  return [
    check(
      sentence`Addresses`,
      authorization_endpoint !== undefined && token_endpoint !== undefined,
      sentence`The provider names where to sign in and where to fetch tokens.`,
      sentence`The discovery document names no authorization_endpoint or no token_endpoint. This cannot be an OpenID provider.`,
    ),
    check(
      sentence`PKCE`,
      methods?.includes('S256') === true,
      sentence`The provider supports PKCE with S256.`,
      sentence`The provider does not say that it supports PKCE with S256. Switch it on there; without it sign-ins may be refused.`,
    ),
  ]
}

async function checkKeys({ jwks_uri }: ServerMetadata, outgoing: Outgoing): Promise<ProviderCheck> {
  const name = sentence`Keys`
  if (jwks_uri === undefined) return { name, ok: false, words: sentence`The discovery document names no jwks_uri.` }
  try {
    const answer = await outgoing.fetch(jwks_uri)
    const { keys } = (await answer.json()) as { keys?: unknown[] }
    const count = Array.isArray(keys) ? keys.length : 0
    return check(
      name,
      count > 0,
      sentence`Keys to check signatures with: ${count}.`,
      sentence`${jwks_uri} has no keys.`,
    )
  } catch (error) {
    return { name, ok: false, words: sentence`The keys at ${jwks_uri} cannot be read: ${(error as Error).message}` }
  }
}

async function checkSaml(provider: Provider, reader: SamlReader): Promise<ProviderCheck[]> {
  if (provider.metadata === null) {
    return [
      { name: sentence`Metadata`, ok: false, words: sentence`Paste the metadata of the provider, an XML document.` },
    ]
  }
  try {
    const metadata = await reader.readMetadata(provider.metadata)
    const { entityId, signOnUrl } = metadata
    return [
      { name: sentence`Metadata`, ok: true, words: sentence`The provider is ${entityId}.` },
      { name: sentence`Sign-on address`, ok: true, words: sentence`People are sent to ${signOnUrl}.` },
      checkCertificates(metadata),
    ]
  } catch (error) {
    if (!(error instanceof MetadataError)) throw error
    return [{ name: sentence`Metadata`, ok: false, words: error.message }]
  }
}

/** What the last sign-ins have shown of the groups; nothing where nobody is asked for them. */
function checkGroups({ groupsClaim }: Provider, { elsewhere, notSaid }: GroupsUnknown): ProviderCheck[] {
  if (groupsClaim === null) return []
  const name = sentence`Groups`
  const faults = [
    elsewhere > 0
      ? sentence`People in too many groups for the provider to name them: ${elsewhere}. They keep the groups that they had here. At the provider, limit ${groupsClaim} to the groups that are assigned to this application, or send app roles, and enter roles as the groups claim.`
      : '',
    notSaid > 0
      ? sentence`People who last signed in without ${groupsClaim}: ${notSaid}. They keep the groups that they had here. Check the groups claim and the scopes, and let the provider send an empty list for people in no group.`
      : '',
  ].filter((words) => words !== '')
  return faults.map((words) => ({ name, ok: false, words }))
}

function checkCertificates({ certificates }: SamlMetadata): ProviderCheck {
  const ends = certificates.filter((one) => isCurrent(one)).map((one) => new X509Certificate(one).validToDate)
  const last = ends.toSorted((a, b) => a.getTime() - b.getTime()).at(-1)
  return check(
    sentence`Certificate`,
    last !== undefined,
    sentence`Signatures are checked with a certificate that is valid until ${last?.toISOString().slice(0, 10)}.`,
    sentence`The certificate has expired or is not valid yet. Copy the newest metadata from the provider.`,
  )
}
