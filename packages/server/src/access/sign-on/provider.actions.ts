import type { identityProviders } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Encryption } from '../../platform/encryption.ts'
import { listed } from '../../platform/language.ts'
import type { Outgoing } from '../../platform/outgoing.ts'
import type { Addresses } from './addresses.ts'
import { checkProvider } from './provider-checks.ts'
import type { Provider, Providers } from './providers.ts'
import type { SamlReader } from './saml-reader.ts'

export interface ProviderParts {
  providers: Providers
  /** The rows as staff see and change them. */
  store: ResourceStore
  encryption: Encryption
  outgoing: Outgoing
  addresses: Addresses
  reader: SamlReader
}

type ProviderCalls = 'setProviderSecret' | 'switchProvider' | 'testProvider' | 'signOnAddresses'

type ProviderHandlers = HandlersOf<ProviderCalls> & ResourceHandlers<typeof identityProviders, 'create' | 'update'>

export function providerHandlers(parts: ProviderParts): ProviderHandlers {
  const { providers, store, encryption, outgoing, addresses, reader } = parts
  const find = async (principal: Principal, id: string): Promise<Provider> => {
    await store.get(principal, id)
    const provider = await providers.byId(id)
    assertThat(provider, 'not_found', t('access.noSuchProvider'))
    return provider
  }
  return {
    'identityProvider.create': async ({ principal, body }) => {
      assertIssuer(body)
      return await store.create(principal, body)
    },

    'identityProvider.update': async ({ principal, params, body }) =>
      await store.write(principal, async (db) => {
        // Another name, say, is taken from a provider that has been without an issuer since before.
        if (body.kind !== undefined || body.issuer !== undefined)
          assertIssuer({ ...(await store.rows.lock(db, params.id, {})), ...body })
        return await store.updateIn(db, principal, params.id, body)
      }),

    async setProviderSecret({ principal, params, body }) {
      await store.write(principal, async (db) => {
        const before = await store.rows.lock(db, params.id, {})
        await sql`DELETE FROM identity_provider_secret WHERE provider_id = ${params.id}`.execute(db)
        if (body.secret !== null) {
          await sql`
            INSERT INTO identity_provider_secret (provider_id, sealed) VALUES (${params.id}, ${encryption.encrypt(body.secret)})
          `.execute(db)
        }
        await store.rows.change(db, principal, 'update', before, [])
      })
      return undefined
    },

    async switchProvider({ principal, params, body }) {
      const provider = await find(principal, params.id)
      if (body.enabled) assertComplete(provider)
      await store.write(principal, async (db) => {
        const before = await store.rows.lock(db, params.id, {})
        await store.rows.change(db, principal, 'update', before, [[sql.ref('enabled'), sql`${body.enabled}`]])
      })
      return undefined
    },

    async testProvider({ principal, params }) {
      const provider = await find(principal, params.id)
      const groupsUnknown = await providers.groupsUnknown(provider.id)
      return await checkProvider(provider, { outgoing, reader, groupsUnknown })
    },

    signOnAddresses: () => addresses,
  }
}

/**
 * Where a provider is has to be known for OpenID Connect from the start. The client id, and the metadata of SAML, may come later: to make them there, some
 * providers ask for our addresses, which are shown beside the provider here.
 */
function assertIssuer({ kind, issuer }: { kind?: unknown; issuer?: unknown }): void {
  if (kind !== 'oidc' || typeof issuer === 'string') return
  const message = t('access.isNeededForOpenIdConnect')
  throw new ProblemError('invalid_request', `body.issuer ${message}`, [
    { path: 'body.issuer', code: 'issuer', message },
  ])
}

/** What was not even filled in would lead everybody to an error. Whether it works is the matter of the test. */
function assertComplete(provider: Provider): void {
  const { kind, issuer, clientId, metadata } = provider
  const missing =
    kind === 'oidc'
      ? [issuer === null ? t('access.theIssuer') : '', clientId === null ? t('access.theClientId') : '']
      : [metadata === null ? t('access.theMetadata') : '']
  const words = listed(missing.filter((name) => name !== ''))
  if (words !== '') throw new ProblemError('invalid_request', t('access.fillInFirst', { words }))
}
