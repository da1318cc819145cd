/** What a provider says of somebody, by the claim name or attribute. */
export type Claims = Readonly<Record<string, unknown>>

/**
 * The groups of somebody at the provider: their names, or that they are not known. What is not said is not none: Entra ID
 * leaves the groups out where there are too many, and says that they are found elsewhere.
 */
export type Groups = readonly string[] | 'not_said' | 'elsewhere'

const LONGEST_TEXT = 320

/** What Entra ID sends in place of the groups, by SAML. */
const GROUPS_LINK = 'http://schemas.microsoft.com/claims/groups.link'

/** The first of these claims that is a text worth keeping. */
export function textOf(claims: Claims, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = wordIn([claims[name]].flat()[0])
    if (value === undefined || !value.isWellFormed()) continue
    const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
    if (text !== '' && text.length <= LONGEST_TEXT) return text
  }
  return null
}

/**
 * What a claim says that is true or false. Providers write it as a truth value, a number or a text: SAML knows texts alone, and
 * OpenID Connect has it from wherever the provider stores it.
 * @returns undefined where it is not said, or neither
 */
export function booleanOf(claims: Claims, name: string): boolean | undefined {
  const word = wordIn([claims[name]].flat()[0])?.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

/** Whether one of these claims is there and says anything but yes. */
export function deniesOne(claims: Claims, ...names: readonly string[]): boolean {
  return names.some((name) => (claims[name] ?? undefined) !== undefined && booleanOf(claims, name) !== true)
}

/** The groups that a claim names, be it one or a list. @param claim null if groups are not asked for */
export function groupsOf(claims: Claims, claim: string | null): Groups | undefined {
  if (claim === null) return undefined
  const said = namesIn(claimAt(claims, claim))
  if (said !== undefined) return said
  return areElsewhere(claims, claim) ? 'elsewhere' : 'not_said'
}

/**
 * The value of a claim by its name, or by the way to it, such as `realm_access.roles` of Keycloak. Names of claims may have dots
 * themselves, so that the whole name goes first.
 */
function claimAt(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim]
  let value: unknown = claims
  for (const name of claim.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Claims)[name]
  }
  return value
}

/** @returns undefined where the names cannot be told from the value: a part of them must not pass for all */
function namesIn(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  // Some providers write `false` where they mean nothing at all: it is no name, and says nothing of the groups.
  const names = listIn(value).map((one) => (typeof one === 'boolean' ? undefined : wordIn(one)))
  if (!names.every((name) => name !== undefined)) return undefined
  // An empty attribute of SAML is a text, and no group has a NUL in its name: the database takes none.
  return names.filter((name) => name !== '' && !name.includes('\0'))
}

/** A list, however it is written: as one, as a single value, or as the text of a list in JSON, which some directories store. */
function listIn(value: unknown): unknown[] {
  return [value]
    .flat()
    .flatMap((one) => (typeof one === 'string' && one.startsWith('[') ? (parsedList(one) ?? one) : one))
}

function parsedList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A word or a number as text: ids of employees and groups are sent as either. */
function wordIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  const isPlain = typeof value === 'boolean' || typeof value === 'number'
  return isPlain ? String(value) : undefined
}

/** OpenID Connect Core 1.0, 5.6.2; `hasgroups` and the link are those of Entra ID, and about groups alone, not about roles. */
function areElsewhere(claims: Claims, claim: string): boolean {
  const sources = claims._claim_names
  if (typeof sources === 'object' && sources !== null && Object.hasOwn(sources, claim)) return true
  const isOfGroups = /groups$/i.test(claim)
  return isOfGroups && (booleanOf(claims, 'hasgroups') === true || Object.hasOwn(claims, GROUPS_LINK))
}
