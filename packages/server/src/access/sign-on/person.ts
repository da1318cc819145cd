/** Somebody as an identity provider has vouched for. */
export interface Person {
  /** Who vouches: the issuer of OpenID Connect, the entity id of SAML. */
  issuer: string
  /** What never changes about the person there. */
  subject: string
  /** How the account is called there; shown, never matched. */
  account: string | null
  email: string | null
  firstName: string | null
  lastName: string | null
  /** Undefined if the provider is not asked for groups. */
  groups: readonly string[] | undefined
}

/** What a provider says of somebody, by the claim name or attribute. */
export type Claims = Readonly<Record<string, unknown>>

const LONGEST_TEXT = 320

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

/** The groups that a claim names, be it one or a list. @param claim undefined if groups are not asked for */
export function groupsOf(claims: Claims, claim: string | null): readonly string[] | undefined {
  if (claim === null) return undefined
  return [claims[claim]].flat().filter((name): name is string => typeof name === 'string')
}
