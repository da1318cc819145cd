/// <reference path="./untyped.d.ts" />
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import samlp, { type SamlRequest } from 'samlp'
import { providerCertificate, providerKey } from './keys.ts'
import { close, escapeText, hiddenField, listen, readForm, sendPage, signInForm } from './pages.ts'
import type { ProviderPerson } from './people.ts'

/** What a test changes of an honest answer. */
export type SamlChanges = Record<string, unknown>

/** A real SAML 2.0 identity provider for tests; groups stand in the attribute `groups`. */
export class SamlServer {
  readonly people = new Map<string, ProviderPerson>()
  readonly #server: Server
  #address = ''

  constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: Error) => response.writeHead(500).end(error.message))
    })
  }

  get entityId(): string {
    return `${this.#address}/metadata`
  }

  async start(): Promise<void> {
    this.#address = await listen(this.#server)
  }

  async stop(): Promise<void> {
    await close(this.#server)
  }

  metadata(certificate = providerCertificate): string {
    const base64 = certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
    return `<?xml version="1.0"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${this.entityId}">
  <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
      <X509Certificate>${base64}</X509Certificate>
    </X509Data></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${this.#address}/sso"/>
  </IDPSSODescriptor>
</EntityDescriptor>`
  }

  /** Reads the request that is in the address to which people are led. */
  static async requestIn(address: string): Promise<SamlRequest & { relayState: string }> {
    const query = Object.fromEntries(new URL(address).searchParams)
    const data = await new Promise<SamlRequest>((resolve, reject) => {
      samlp.parseRequest({ method: 'GET', query }, (error, found) => {
        if (error !== null || found === undefined) reject(error ?? new Error('There is no SAML request.'))
        else resolve(found)
      })
    })
    return { ...data, relayState: query.RelayState ?? '' }
  }

  /** A signed answer for a person. @param changes of the options of samlp */
  async answerTo(request: SamlRequest, person: ProviderPerson, changes: SamlChanges = {}): Promise<string> {
    const { id, email, firstName, lastName, groups } = person
    const options = {
      issuer: this.entityId,
      key: providerKey,
      cert: providerCertificate,
      signatureAlgorithm: 'rsa-sha256',
      digestAlgorithm: 'sha256',
      audience: request.issuer,
      recipient: request.assertionConsumerServiceURL,
      destination: request.assertionConsumerServiceURL,
      inResponseTo: request.id,
      lifetimeInSeconds: 300,
      profileMapper: () => ({
        getClaims: () => ({ email, firstName, lastName, groups }),
        getNameIdentifier: () => ({
          nameIdentifier: id,
          nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        }),
      }),
      ...changes,
    }
    return await new Promise((resolve, reject) => {
      samlp.getSamlResponse(options, person, (error, response) => {
        if (error !== null || response === undefined) reject(error ?? new Error('No answer was made.'))
        else resolve(response)
      })
    })
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '', this.#address)
    if (request.method !== 'POST') return sendPage(response, signInForm())
    const form = await readForm(request)
    const asked = await SamlServer.requestIn(address.href)
    const person = this.people.get(form.get('account') ?? '')
    if (person === undefined) return sendPage(response, '<p>Nobody is called that here.</p>')
    const answer = Buffer.from(await this.answerTo(asked, person)).toString('base64')
    // As providers do without script: a page whose only button sends the answer.
    sendPage(
      response,
      `<form method="post" action="${escapeText(asked.assertionConsumerServiceURL)}">
        ${hiddenField('SAMLResponse', answer)}${hiddenField('RelayState', asked.relayState)}<button>Continue</button></form>`,
    )
  }
}
