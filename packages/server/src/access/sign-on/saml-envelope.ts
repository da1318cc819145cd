import sax from 'sax'
import { assertSignOn, codeOfAnswer, SignOnError } from './sign-on-error.ts'

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

/** What an answer may be signed with (RFC 9231, XML Encryption 1.1); SHA-1 and everything unknown is refused. */
const algorithms: Record<string, readonly string[]> = {
  SignatureMethod: ['256', '384', '512'].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`),
  DigestMethod: [
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmldsig-more#sha384',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ],
}

/** What stands around the assertion, which alone is signed. */
interface Envelope {
  /** Of the response; undefined where it names none. */
  destination: string | undefined
  issuer: string | undefined
  /** The outermost one. */
  statusCode: string | undefined
}

/**
 * Reads an answer as a parser does, so that neither another quotation mark nor a character reference makes a difference, and
 * decides on what it read: no comment or instruction, no weak algorithm, success, and sent by this provider to this address
 * (saml-core-2.0-os, 3.2.2; saml-bindings-2.0-os, 3.5.5.2).
 * @throws SignOnError
 */
export function assertRightEnvelope(xml: string, expected: { issuer: string; destination: string }): void {
  const { destination, issuer, statusCode } = readEnvelope(xml)
  assertSignOn(statusCode === SUCCESS, 'provider_refused', `status ${codeOfAnswer(statusCode?.split(':').at(-1))}`)
  assertSignOn(destination === undefined || destination === expected.destination, 'answer_refused', 'destination')
  assertSignOn(issuer === undefined || issuer === expected.issuer, 'answer_refused', 'issuer')
}

function readEnvelope(xml: string): Envelope {
  const envelope: Envelope = { destination: undefined, issuer: undefined, statusCode: undefined }
  const parser = sax.parser(true, { xmlns: true })
  const path: string[] = []
  const refuse = (reason: string) => () => {
    throw new SignOnError('answer_refused', reason)
  }
  parser.onerror = refuse('not XML')
  // Two readers may cut a name id at a comment in different ways (VU#475445).
  parser.oncomment = refuse('comment')
  parser.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml') refuse('processing instruction')()
  }
  parser.onopentag = (tag) => {
    const { uri, local, attributes } = tag as sax.QualifiedTag
    const attribute = (name: string) =>
      Object.values(attributes).find((one) => one.local === name && one.uri === '')?.value
    path.push(`${uri} ${local}`)
    const allowed = uri === SIGNATURE ? algorithms[local] : undefined
    if (allowed !== undefined && !allowed.includes(attribute('Algorithm') ?? '')) refuse('weak signature')()
    if (isAt(path, 'Response')) envelope.destination = attribute('Destination')
    if (isAt(path, 'Response', 'Status', 'StatusCode')) envelope.statusCode ??= attribute('Value')
  }
  parser.ontext = (text) => {
    if (path.length === 2 && path[0] === `${PROTOCOL} Response` && path[1] === `${ASSERTION} Issuer`)
      envelope.issuer = (envelope.issuer ?? '') + text
  }
  parser.onclosetag = () => void path.pop()
  parser.write(xml).close()
  return { ...envelope, issuer: envelope.issuer?.trim() }
}

function isAt(path: readonly string[], ...names: string[]): boolean {
  return path.length === names.length && names.every((name, depth) => path[depth] === `${PROTOCOL} ${name}`)
}
