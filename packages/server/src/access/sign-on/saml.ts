import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Addresses } from './addresses.ts'
import { requestSecrets } from './derived-secrets.ts'
import { type Claims, groupsOf, type Person, textOf } from './person.ts'
import type { Provider } from './providers.ts'
import { assertRightSubject, assertSafeXml, CLOCK_SKEW_MS, reasonOfSaml } from './saml-answer.ts'
import { isCurrent, MetadataError, readSamlMetadata, type SamlMetadata } from './saml-metadata.ts'
import { assertSignOn, SignOnError } from './sign-on-error.ts'

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** SAML 2.0, web browser single sign-on: our request by redirect, the answer by POST (saml-profiles-2.0-os, 4.1). */
export class SamlSignOn {
  readonly #addresses: Addresses
  readonly #key: string

  constructor(addresses: Addresses, key: string) {
    this.#addresses = addresses
    this.#key = key
  }

  /** The address of the provider that asks it to sign somebody in. */
  async begin(provider: Provider, state: string): Promise<string> {
    const { saml } = await this.#open(provider, state)
    return await saml.getAuthorizeUrlAsync(state, undefined, {})
  }

  /** @throws SignOnError where the answer is not one to our request, or not to be trusted */
  async finish(provider: Provider, state: string, samlResponse: string): Promise<Person> {
    const { saml, metadata } = await this.#open(provider, state)
    assertSafeXml(Buffer.from(samlResponse, 'base64').toString('utf8'))
    const profile = await this.#validate(saml, samlResponse)
    assertSignOn(profile.issuer === metadata.entityId, 'answer_refused', 'issuer')
    const { requestId } = requestSecrets(this.#key, state)
    assertRightSubject(profile.getAssertion?.() ?? {}, { recipient: this.#addresses.consumerUrl, requestId })
    assertSignOn(typeof profile.nameID === 'string' && profile.nameID !== '', 'answer_refused', 'no name id')
    // It would be another one at the next sign-in.
    assertSignOn(profile.nameIDFormat !== TRANSIENT, 'answer_refused', 'transient name id')
    return toPerson(profile, metadata, provider)
  }

  async #validate(saml: SAML, samlResponse: string): Promise<Profile> {
    try {
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: samlResponse })
      if (profile !== null) return profile
    } catch (error) {
      throw reasonOfSaml(error as Error)
    }
    throw new SignOnError('answer_refused', 'no assertion')
  }

  async #open(provider: Provider, state: string): Promise<{ saml: SAML; metadata: SamlMetadata }> {
    const metadata = await readSamlMetadata(provider.metadata ?? '').catch((error: unknown) => {
      if (error instanceof MetadataError) throw new SignOnError('provider_faulty', error.message)
      throw error
    })
    const certificates = metadata.certificates.filter((one) => isCurrent(one))
    assertSignOn(certificates.length > 0, 'provider_faulty', 'certificate expired')
    const { entityId, consumerUrl } = this.#addresses
    const { requestId } = requestSecrets(this.#key, state)
    const saml = new SAML({
      entryPoint: metadata.signOnUrl,
      issuer: entityId,
      audience: entityId,
      callbackUrl: consumerUrl,
      idpIssuer: metadata.entityId,
      idpCert: certificates.map((one) => one.toString()),
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      signatureAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      cacheProvider: onlyRequest(requestId),
    })
    return { saml, metadata }
  }
}

/** The one request that an answer may be to; that it is answered once is the matter of `SignOnStore`. */
function onlyRequest(requestId: string): CacheProvider {
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
    removeAsync: async (key) => key,
  }
}

/** Names of attributes that providers commonly use, by URI and by word. */
function toPerson(profile: Profile, { entityId }: SamlMetadata, provider: Provider): Person {
  const claims = (profile.attributes ?? {}) as Claims
  const soap = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
  const email = textOf(claims, 'email', 'mail', `${soap}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3')
  return {
    issuer: entityId,
    subject: profile.nameID,
    account: email ?? profile.nameID,
    email,
    firstName: textOf(claims, 'firstName', 'givenName', `${soap}/givenname`, 'urn:oid:2.5.4.42'),
    lastName: textOf(claims, 'lastName', 'sn', 'surname', `${soap}/surname`, 'urn:oid:2.5.4.4'),
    groups: groupsOf(claims, provider.groupsClaim),
  }
}
