import type { Addresses } from './addresses.ts'
import { deniesOne, groupsOf, textOf } from './claims.ts'
import { requestSecrets } from './derived-secrets.ts'
import type { Person } from './person.ts'
import type { Provider } from './providers.ts'
import { assertRightSubject, attributesOf } from './saml-answer.ts'
import { type SamlExchange, samlFor } from './saml-library.ts'
import { isCurrent, MetadataError, MetadataUnreadError, type SamlMetadata } from './saml-metadata.ts'
import type { SamlReader } from './saml-reader.ts'
import type { SamlProfile } from './saml-worker.ts'
import { assertSignOn, SignOnError } from './sign-on-error.ts'

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

interface Known {
  rowVersion: number
  metadata: Promise<SamlMetadata>
}

/** SAML 2.0, web browser single sign-on: our request by redirect, the answer by POST (saml-profiles-2.0-os, 4.1). */
export class SamlSignOn {
  readonly #addresses: Addresses
  readonly #key: string
  readonly #reader: SamlReader
  /** By provider: its metadata is read once, not at each sign-in. */
  readonly #known = new Map<string, Known>()

  constructor(addresses: Addresses, key: string, reader: SamlReader) {
    this.#addresses = addresses
    this.#key = key
    this.#reader = reader
  }

  /** The address of the provider that asks it to sign somebody in. */
  async begin(provider: Provider, state: string): Promise<string> {
    const library = await samlFor(await this.#exchange(provider, state))
    return await library.getAuthorizeUrlAsync(state, undefined, {})
  }

  /** @throws SignOnError where the answer is not one to our request, or not to be trusted */
  async finish(provider: Provider, state: string, samlResponse: string): Promise<Person> {
    const exchange = await this.#exchange(provider, state)
    const { metadata, requestId } = exchange
    const profile = await this.#reader.readAnswer(samlResponse, exchange)
    assertSignOn(profile.issuer === metadata.entityId, 'answer_refused', 'issuer')
    assertRightSubject(profile.assertion, { recipient: this.#addresses.consumerUrl, requestId })
    assertSignOn(typeof profile.nameId === 'string' && profile.nameId !== '', 'answer_refused', 'no name id')
    // It would be another one at the next sign-in.
    assertSignOn(profile.nameIdFormat !== TRANSIENT, 'answer_refused', 'transient name id')
    return toPerson(profile, metadata, provider)
  }

  async #exchange(provider: Provider, state: string): Promise<SamlExchange> {
    const metadata = await this.#metadataOf(provider).catch((error: unknown) => {
      if (error instanceof MetadataError) throw new SignOnError('provider_faulty', error.message)
      throw error
    })
    const certificates = metadata.certificates.filter((one) => isCurrent(one))
    assertSignOn(certificates.length > 0, 'provider_faulty', 'certificate expired')
    const { requestId } = requestSecrets(this.#key, state)
    return { addresses: this.#addresses, metadata: { ...metadata, certificates }, requestId }
  }

  #metadataOf({ id, rowVersion, metadata: xml }: Provider): Promise<SamlMetadata> {
    const known = this.#known.get(id)
    if (known?.rowVersion === rowVersion) return known.metadata
    const metadata = this.#reader.readMetadata(xml ?? '')
    this.#known.set(id, { rowVersion, metadata })
    metadata.catch((error: unknown) => {
      const isFaulty = error instanceof MetadataError && !(error instanceof MetadataUnreadError)
      if (!isFaulty) this.#known.delete(id)
    })
    return metadata
  }
}

/** Whether the address is checked, as Keycloak, Auth0 and others name it; one that is not makes no account. */
const VERIFIED = ['email_verified', 'emailVerified', 'http://schemas.auth0.com/email_verified']

/** Names of attributes that providers commonly use, by URI and by word. */
function toPerson({ nameId, assertion }: SamlProfile, { entityId }: SamlMetadata, provider: Provider): Person {
  const claims = attributesOf(assertion)
  const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
  const address = textOf(claims, 'email', 'mail', `${soap}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3')
  const email = deniesOne(claims, ...VERIFIED) ? null : address
  return {
    issuer: entityId,
    subject: nameId,
    account: address ?? nameId,
    email,
    firstName: textOf(claims, 'firstName', 'givenName', `${soap}/givenname`, 'urn:oid:2.5.4.42'),
    lastName: textOf(claims, 'lastName', 'sn', 'surname', `${soap}/surname`, 'urn:oid:2.5.4.4'),
    groups: groupsOf(claims, provider.groupsClaim),
  }
}
