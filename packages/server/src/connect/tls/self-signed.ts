import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isIP, isIPv4 } from 'node:net'

/** A certificate with its key, both PEM. */
export interface CertificatePair {
  cert: string
  key: string
}

/** Tags of ASN.1 in DER (X.690, 8); those from 0x80 on are numbered by the structure that they are in. */
const BOOLEAN = 0x01
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18
const SEQUENCE = 0x30
const SET = 0x31
const [VERSION, EXTENSIONS] = [0xa0, 0xa3]
const [DNS_NAME, IP_ADDRESS] = [0x82, 0x87]

/** Object identifiers as they are encoded, with their tag. */
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const KEY_USAGE = Buffer.from('0603551d0f', 'hex')
const EXTENDED_KEY_USAGE = Buffer.from('0603551d25', 'hex')
const SERVER_AUTHENTICATION = Buffer.from('06082b06010505070301', 'hex')
const SUBJECT_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex')

const SERIAL_BYTES = 16
const LINE = 64

/**
 * Makes a certificate for a server that signs itself (RFC 5280, P-256). Node has none of its own, and the libraries that have are
 * larger than all of this.
 * @param names host names and addresses that the server is reached at
 */
export function makeSelfSigned(commonName: string, names: readonly string[], from: Date, to: Date): CertificatePair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = toBeSigned(commonName, names, [from, to], publicKey)
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', signed, privateKey))
  const certificate = der(SEQUENCE, signed, der(SEQUENCE, ECDSA_WITH_SHA256), signature)
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { cert: toPem(certificate), key }
}

function toBeSigned(commonName: string, names: readonly string[], validity: [Date, Date], key: KeyObject): Buffer {
  const text = der(UTF8_STRING, Buffer.from(commonName))
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, text)))
  // The first bit of the number is its sign, and one that begins with zeros would have to be shorter.
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, serial),
    der(SEQUENCE, ECDSA_WITH_SHA256),
    name,
    der(SEQUENCE, ...validity.map(timeOf)),
    name,
    key.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, der(SEQUENCE, ...extensions(names))),
  )
}

function extensions(names: readonly string[]): Buffer[] {
  const critical = der(BOOLEAN, Buffer.from([0xff]))
  const digitalSignature = der(BIT_STRING, Buffer.from([7, 0x80]))
  const alternatives = names.map((name) =>
    isIP(name) === 0 ? der(DNS_NAME, Buffer.from(name)) : der(IP_ADDRESS, addressBytes(name)),
  )
  return [
    der(SEQUENCE, BASIC_CONSTRAINTS, critical, der(OCTET_STRING, der(SEQUENCE))),
    der(SEQUENCE, KEY_USAGE, critical, der(OCTET_STRING, digitalSignature)),
    der(SEQUENCE, EXTENDED_KEY_USAGE, der(OCTET_STRING, der(SEQUENCE, SERVER_AUTHENTICATION))),
    der(SEQUENCE, SUBJECT_ALTERNATIVE_NAME, der(OCTET_STRING, der(SEQUENCE, ...alternatives))),
  ]
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number))
  // The parser of addresses writes an IPv4 tail in hex, which leaves groups and at most one gap.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const gap = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Buffer.from([...before, ...gap, ...after].map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** Until 2049 the century is left out (RFC 5280, 4.1.2.5). */
function timeOf(time: Date): Buffer {
  const digits = `${time.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
  if (time.getUTCFullYear() < 2050) return der(UTC_TIME, Buffer.from(digits.slice(2)))
  return der(GENERALIZED_TIME, Buffer.from(digits))
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 + bytes.length]), bytes, content])
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
