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
    const value = [claims[name]].flat()[0]
    if (typeof value !== 'string' || !value.isWellFormed()) continue
    const text = value.replaceAll(/\p{Cc}+/gu, ' ').trim()
    if (text !== '' && text.length <= LONGEST_TEXT) return text
  }
  return null
}

/** The groups that a claim names, be it one or a list. @param claim null if groups are not asked for */
export function groupsOf(claims: Claims, claim: string | null): Groups | undefined {
  if (claim === null) return undefined
  const said = Object.hasOwn(claims, claim) ? namesIn(claims[claim]) : undefined
  if (said !== undefined) return said
  return areElsewhere(claims, claim) ? 'elsewhere' : 'not_said'
}

/** @returns undefined where the names cannot be told from the value: a part of them must not pass for all */
function namesIn(value: unknown): string[] | undefined {
  const names = [value].flat()
  if (!names.every((name) => typeof name === 'string')) return undefined
  // An empty attribute of SAML is a text, and no group has a NUL in its name: the database takes none.
  return names.filter((name) => name !== '' && !name.includes('\0'))
}

/** OpenID Connect Core 1.0, 5.6.2; `hasgroups` and the link are those of Entra ID, and about groups alone, not about roles. */
function areElsewhere(claims: Claims, claim: string): boolean {
  const sources = claims._claim_names
  if (typeof sources === 'object' && sources !== null && Object.hasOwn(sources, claim)) return true
  const isOfGroups = /groups$/i.test(claim)
  return isOfGroups && (Object.hasOwn(claims, 'hasgroups') || Object.hasOwn(claims, GROUPS_LINK))
}
