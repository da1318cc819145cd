import { X509Certificate } from 'node:crypto'
import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js'

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What the metadata of an identity provider says (saml-metadata-2.0-os). */
export interface SamlMetadata {
  entityId: string
  /** Where people are sent, by HTTP-Redirect. */
  signOnUrl: string
  certificates: readonly X509Certificate[]
}

/** A fault of metadata, in words for staff. */
export class MetadataError extends Error {}

/** The part of the DOM that is used; the server has no types of it. */
interface XmlElement {
  getAttribute(name: string): string | null
  textContent: string | null
}

/** @throws MetadataError with what is missing */
export async function readSamlMetadata(xml: string): Promise<SamlMetadata> {
  // A document type could name files or entities that grow without end; metadata has none.
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new MetadataError('The metadata must not have a document type.')
  const select = await parse(xml)
  const [root] = select('/*[local-name()="EntityDescriptor"]')
  if (root === undefined) throw new MetadataError('The metadata must be of one provider: an EntityDescriptor.')
  const role = '/*/*[local-name()="IDPSSODescriptor"]'
  if (select(role).length === 0) {
    throw new MetadataError('These are not the metadata of an identity provider: there is no IDPSSODescriptor.')
  }
  const entityId = root.getAttribute('entityID') ?? ''
  if (entityId === '') throw new MetadataError('The EntityDescriptor has no entityID.')
  const services = select(`${role}/*[local-name()="SingleSignOnService"][@Binding="${REDIRECT_BINDING}"]`)
  const signOnUrl = services[0]?.getAttribute('Location') ?? ''
  if (!/^https?:$/.test(URL.parse(signOnUrl)?.protocol ?? '')) {
    throw new MetadataError('There is no SingleSignOnService with the binding HTTP-Redirect.')
  }
  const keys = select(
    `${role}/*[local-name()="KeyDescriptor"][not(@use) or @use="signing"]//*[local-name()="X509Certificate"]`,
  )
  const certificates = keys.map(({ textContent }) => toCertificate(textContent ?? ''))
  if (certificates.length === 0) throw new MetadataError('There is no certificate for signatures in the metadata.')
  return { entityId, signOnUrl, certificates }
}

/** Whether a certificate is valid at this moment. */
export function isCurrent({ validFromDate, validToDate }: X509Certificate, now = new Date()): boolean {
  return validFromDate <= now && now < validToDate
}

async function parse(xml: string): Promise<(path: string) => XmlElement[]> {
  try {
    const document = await parseDomFromString(xml)
    return (path) => xpath.selectElements(document, path) as XmlElement[]
  } catch {
    throw new MetadataError('The metadata are not XML. Paste the whole document that the provider hands out.')
  }
}

function toCertificate(base64: string): X509Certificate {
  try {
    return new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'))
  } catch {
    throw new MetadataError('A certificate in the metadata cannot be read. Copy the metadata once more.')
  }
}
