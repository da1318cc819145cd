import type { Groups } from './claims.ts'

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
  groups: Groups | undefined
}
