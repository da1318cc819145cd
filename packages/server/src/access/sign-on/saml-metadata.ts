import { X509Certificate } from 'node:crypto'
import { clock } from '../../platform/clock.ts'
import { sentence } from '../../platform/sentence.ts'

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** What the metadata of an identity provider says (saml-metadata-2.0-os). */
export interface SamlMetadata {
  entityId: string
  /** Where people are sent, by HTTP-Redirect. */
  signOnUrl: string
  /** In PEM. */
  certificates: readonly string[]
}

/** A fault of metadata, in words for staff. */
export class MetadataError extends Error {}

/** Metadata that could not be read this time, in words for staff. */
export class MetadataUnreadError extends MetadataError {}

/** The part of the DOM that is used; the server has no types of it. */
interface XmlElement {
  getAttribute(name: string): string | null
  textContent: string | null
}

/**
 * Reads metadata by tree and XPath, whose time grows with the square of the document: only `saml-worker.ts` does this.
 * @param xml within the limits @throws MetadataError with what is missing
 */
export async function readSamlMetadata(xml: string): Promise<SamlMetadata> {
  const select = await parse(xml)
  const [root] = select('/*[local-name()="EntityDescriptor"]')
  if (root === undefined) throw new MetadataError(sentence`The metadata must be of one provider: an EntityDescriptor.`)
  const role = '/*/*[local-name()="IDPSSODescriptor"]'
  if (select(role).length === 0) {
    throw new MetadataError(sentence`These are not the metadata of an identity provider: there is no IDPSSODescriptor.`)
  }
  const entityId = root.getAttribute('entityID') ?? ''
  if (entityId === '') throw new MetadataError(sentence`The EntityDescriptor has no entityID.`)
  const services = select(`${role}/*[local-name()="SingleSignOnService"][@Binding="${REDIRECT_BINDING}"]`)
  const signOnUrl = services[0]?.getAttribute('Location') ?? ''
  if (!/^https?:$/.test(URL.parse(signOnUrl)?.protocol ?? '')) {
    throw new MetadataError(sentence`There is no SingleSignOnService with the binding HTTP-Redirect.`)
  }
  const keys = select(
    `${role}/*[local-name()="KeyDescriptor"][not(@use) or @use="signing"]//*[local-name()="X509Certificate"]`,
  )
  const certificates = keys.map(({ textContent }) => toCertificate(textContent ?? ''))
  if (certificates.length === 0)
    throw new MetadataError(sentence`There is no certificate for signatures in the metadata.`)
  return { entityId, signOnUrl, certificates }
}

/** Whether a certificate in PEM is valid at this moment. */
export function isCurrent(certificate: string, now = new Date(clock.now())): boolean {
  const { validFromDate, validToDate } = new X509Certificate(certificate)
  return validFromDate <= now && now < validToDate
}

async function parse(xml: string): Promise<(path: string) => XmlElement[]> {
  const { parseDomFromString, xpath } = await import('@node-saml/node-saml/lib/xml.js')
  try {
    const document = await parseDomFromString(xml)
    return (path) => xpath.selectElements(document, path) as XmlElement[]
  } catch {
    throw new MetadataError(sentence`The metadata is not XML. Paste the whole document that the provider hands out.`)
  }
}

function toCertificate(base64: string): string {
  try {
    return new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64')).toString()
  } catch {
    throw new MetadataError(sentence`A certificate in the metadata cannot be read. Copy the metadata once more.`)
  }
}
