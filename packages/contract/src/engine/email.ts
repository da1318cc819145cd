import { z } from 'zod'
import { asciiLabel } from './punycode.ts'

/** Local parts and domains of mail have so many bytes at most (RFC 5321, 4.5.3.1); a label of a domain has 63 (RFC 1035, 2.3.4). */
const LOCAL_BYTES = 64
const DOMAIN_CHARACTERS = 253
const LABEL_CHARACTERS = 63
const LONGEST = 320

/** Words with dots between them: `atext` (RFC 5322, 3.2.3) and letters beyond ASCII (RFC 6531, 3.3), none of them invisible. */
const DOT_ATOM = /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}.-]+$/u
const INVISIBLE = /[\p{C}\p{Z}]/u
/** In quotation marks, without what would have to be escaped, and without the angle brackets that mail libraries take away. */
const QUOTED = /^"[\x20\x21\x23-\x3b\x3d\x3f-\x5b\x5d-\x7e]+"$/
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u
/** A number at the end would be an address of the network. */
const LAST_LABEL = /^\p{L}.*[\p{L}\p{M}\p{N}]$/u

const message = 'must be an email address such as name@example.com'

/**
 * Whether mail can be sent to an address: `r&d@example.org`, `info@müller-verpackung.example`, `用户@例子.example`. A local part in
 * quotation marks is one only where it needs them, since `"ada"@x.example` is `ada@x.example`. Domains have a dot: addresses of one
 * network alone, such as `root@localhost` and `ada@[192.0.2.1]`, are nobody's.
 */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || text.length > LONGEST) return false
  return isLocalPart(text.slice(0, at)) && asciiDomain(text.slice(at + 1)) !== undefined
}

function isLocalPart(text: string): boolean {
  if (!text.isWellFormed() || bytesOf(text) > LOCAL_BYTES) return false
  return isDotAtom(text) || (QUOTED.test(text) && !isDotAtom(text.slice(1, -1)))
}

/** In UTF-8. */
function bytesOf(text: string): number {
  return encodeURIComponent(text).replaceAll(/%../g, '.').length
}

function isDotAtom(text: string): boolean {
  const hasWords = !text.split('.').includes('')
  return hasWords && DOT_ATOM.test(text) && !INVISIBLE.test(text)
}

/** A domain in ASCII, with Punycode for other letters (RFC 5890); undefined if the domain is invalid. */
function asciiDomain(domain: string): string | undefined {
  const labels = domain.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || !LAST_LABEL.test(labels.at(-1) ?? ''))
    return undefined
  const folded = labels.map((label) => asciiLabel(label.normalize('NFKC').toLowerCase()))
  const isShort =
    folded.join('.').length <= DOMAIN_CHARACTERS && folded.every((label) => label.length <= LABEL_CHARACTERS)
  return isShort ? folded.join('.') : undefined
}

/**
 * One spelling for all that reach the same mailbox, to compare addresses by: no case, and one form of the domain, be it written in
 * Unicode or in Punycode. `email_fold` of the database compares alike.
 */
export function foldEmail(text: string): string {
  const at = text.lastIndexOf('@')
  if (at < 0) return text.normalize('NFC').toLowerCase()
  const domain = text.slice(at + 1)
  return `${text.slice(0, at).normalize('NFC').toLowerCase()}@${asciiDomain(domain) ?? domain.normalize('NFKC').toLowerCase()}`
}

/** Whether only servers with SMTPUTF8 (RFC 6531) can send to an address: a domain can be written in Punycode, what is before it cannot. */
export function needsSmtpUtf8(email: string): boolean {
  return /[\u{80}-\u{10ffff}]/u.test(email.slice(0, email.lastIndexOf('@')))
}

/** The link that writes to an address. */
export function mailtoAddress(email: string): string {
  const at = email.lastIndexOf('@')
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`
}

/** The one rule for addresses of people, wherever they are typed, imported or configured. */
export function emailSchema() {
  return z
    .string(message)
    .max(LONGEST)
    .refine((text) => text.length > LONGEST || isEmail(text), message)
    .meta({ format: 'idn-email' })
}
