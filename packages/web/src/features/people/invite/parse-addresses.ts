import { foldEmail, isEmail } from '@packhouse/contract'

/** Somebody to invite, as typed: the names are the typed ones, or what the address suggests. */
export interface Invitee {
  email: string
  first_name: string
  last_name: string
}

/** Longer text is no list of addresses. */
export const MAX_TEXT = 20_000

/** Between addresses: a line, a comma or a semicolon, unless it is in quotes or in angle brackets. */
const PIECE = /(?:"[^"\n]{0,400}"|<[^>\n]{0,400}>|[^\n,;"<]|["<])+/g

/**
 * The people in a pasted text, each address once. A line may be an address, `Ada Lovelace <ada@company.example>`, or several
 * addresses. What is no address is listed too, so that it can be seen and corrected.
 */
export function parseAddresses(text: string): Invitee[] {
  const found = new Map<string, Invitee>()
  for (const [piece] of text.slice(0, MAX_TEXT).matchAll(PIECE)) {
    for (const person of peopleIn(piece.trim())) {
      const key = foldEmail(person.email)
      if (person.email !== '' && !found.has(key)) found.set(key, person)
    }
  }
  return [...found.values()]
}

function peopleIn(piece: string): Invitee[] {
  const named = /^(.*)<([^<>]*)>$/.exec(piece)
  if (named) return [toInvitee(named[2] ?? '', named[1] ?? '')]
  if (isEmail(piece)) return [toInvitee(piece, '')]
  const words = piece.split(/\s+/).filter(Boolean)
  const addresses = words.filter((word) => word.includes('@'))
  if (addresses.length > 1) return addresses.map((address) => toInvitee(address, ''))
  const [address] = addresses
  if (address === undefined) return piece === '' ? [] : [toInvitee(piece, '')]
  return [toInvitee(address, words.filter((word) => word !== address).join(' '))]
}

function toInvitee(address: string, typedName: string): Invitee {
  const email = address.trim().replace(/^mailto:/i, '')
  // Directories write the last name first: `Lovelace, Ada`.
  const name = typedName
    .replaceAll('"', '')
    .trim()
    .replace(/^([^,]+),\s*([^,]+)$/, '$2 $1')
  const at = email.lastIndexOf('@')
  const [local, domain] = at < 0 ? [email, ''] : [email.slice(0, at).replaceAll('"', ''), email.slice(at + 1)]
  const words = (name === '' ? local.replaceAll(/[._+-]+|\d+/g, ' ') : name).split(/\s+/).filter(Boolean)
  const [first = local, ...rest] = name === '' ? words.map(capitalized) : words
  // Where only one name is known, the company tells two of them apart.
  const last = rest.length > 0 ? rest.join(' ') : capitalized(domain.split('.')[0] || local)
  return { email, first_name: first.slice(0, 100), last_name: last.slice(0, 100) }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
