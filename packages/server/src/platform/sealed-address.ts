import { type RawBuilder, sql } from 'kysely'

/** What is stored of an address beside the encrypted whole: protocol and host, which hold no password and no token. */
export function originOf(address: string): string {
  return new URL(address).origin
}

/** The host of a stored address; one that a version before has stored is whole. */
export function hostOf(column: string): RawBuilder<unknown> {
  return sql`substring(${sql.ref(column)} FROM '^https?://(?:[^/?#]*@)?([^/?#@]+)')`
}
