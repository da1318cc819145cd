import { type LoginOption, samlMetadata } from '@packhouse/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Config } from '../../platform/config.ts'
import { Encryption } from '../../platform/encryption.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import type { Log } from '../../platform/log.ts'
import { Outgoing } from '../../platform/outgoing.ts'
import type { AccessParts } from '../auth.actions.ts'
import { type Addresses, addressesAt } from './addresses.ts'
import { exchangeHandlers } from './exchange.ts'
import { readForm } from './form.ts'
import { identityHandlers } from './identities.actions.ts'
import { OidcSignOn } from './oidc.ts'
import { providerHandlers } from './provider.actions.ts'
import { Providers } from './providers.ts'
import { SamlSignOn } from './saml.ts'
import { SamlReader } from './saml-reader.ts'
import { SignOnFlow } from './sign-on-flow.ts'
import { registerSignOnRoutes } from './sign-on-routes.ts'
import { forgetOldSignOns } from './sign-on-store.ts'
import { registerTokenEndpoint } from './token-endpoint.ts'

export interface SignOnParts {
  access: AccessParts
  config: Config
  log: Log
  /** The key of the installation. */
  keys: InstallationKeys
  /** The identity providers as staff see and change them. */
  store: ResourceStore
}

/** Single sign-on: identity providers, the sign-on flow, and what is linked to accounts. */
export class SignOn {
  readonly handlers: ReturnType<typeof providerHandlers> &
    ReturnType<typeof identityHandlers> &
    ReturnType<typeof exchangeHandlers>
  readonly #parts: SignOnParts
  readonly #providers: Providers
  readonly #addresses: Addresses
  readonly #flow: SignOnFlow
  readonly #reader: SamlReader

  constructor(parts: SignOnParts) {
    const { access, config, keys, store } = parts
    const { database } = access
    const encryption = new Encryption(keys, 'identity providers')
    const outgoing = new Outgoing(config.allowPrivateAddresses)
    const addresses = addressesAt(config.publicUrl)
    const providers = new Providers(database.system, encryption)
    const oidc = new OidcSignOn(addresses, keys.current, outgoing)
    const reader = new SamlReader(config.saml, access.refusals)
    const saml = new SamlSignOn(addresses, keys.current, reader)
    this.#parts = parts
    this.#providers = providers
    this.#addresses = addresses
    this.#reader = reader
    this.#flow = new SignOnFlow({ database, providers, oidc, saml })
    this.handlers = {
      ...providerHandlers({ providers, store, encryption, outgoing, addresses, reader }),
      ...identityHandlers(database),
      ...exchangeHandlers(access),
    }
  }

  /**
   * The buttons of the login: those that the configuration names, in its order, as far as a provider is behind them, then
   * those of further providers. Email and password shows where the configuration names it, or where nothing else would.
   */
  readonly loginOptions = async (configured: readonly LoginOption[]): Promise<LoginOption[]> => {
    const served: LoginOption[] = await this.#providers.options()
    const named = configured.filter((option) => option === 'basic' || served.includes(option))
    const options = [...named, ...served.filter((option) => !named.includes(option))]
    return options.length > 0 ? options : ['basic']
  }

  /** The addresses that are no calls of the API: browsers are led through them, and forms sent to them. */
  readonly register = async (app: FastifyInstance): Promise<void> => {
    const { access, config, log } = this.#parts
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) => this.#readForm(String(body)),
    )
    registerSignOnRoutes(app, {
      ...{ flow: this.#flow, refusalLog: access.refusalLog, log },
      ...{ publicUrl: config.publicUrl, samlBytes: config.saml.bytes },
    })
    registerTokenEndpoint(app, access.sessions)
    app.get(samlMetadata.path, async (_request, reply) =>
      reply.type('application/samlmetadata+xml').send(await metadataOf(this.#addresses)),
    )
  }

  #readForm(body: string): URLSearchParams {
    const { access, config } = this.#parts
    try {
      return readForm(body, config.saml.formFields)
    } catch (error) {
      access.refusals.count('form', 'fields')
      throw error
    }
  }

  /** Ends the threads that read documents of providers; they start with the first document. */
  async stop(): Promise<void> {
    await this.#reader.stop()
  }

  /** Deletes expired sign-ons. */
  async forgetOld(): Promise<void> {
    await forgetOldSignOns(this.#parts.access.database.system)
  }
}

async function metadataOf({ entityId, consumerUrl }: Addresses): Promise<string> {
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml')
  return generateServiceProviderMetadata({
    issuer: entityId,
    callbackUrl: consumerUrl,
    wantAssertionsSigned: true,
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    // Said twice by two starts, it is the same document.
    generateUniqueId: () => '_packhouse',
  })
}
