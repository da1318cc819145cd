import type { SignOnOption } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Encryption } from '../../platform/encryption.ts'

/** An identity provider as staff have set it up. */
export interface Provider {
  id: string
  name: string
  option: SignOnOption
  kind: 'oidc' | 'saml'
  enabled: boolean
  issuer: string | null
  clientId: string | null
  secret: string | undefined
  scopes: string | null
  metadata: string | null
  groupsClaim: string | null
  newUsers: 'refuse' | 'create'
  customerId: string | null
  /** Rises with every change, that of the secret included. */
  rowVersion: number
}

/** People whose groups are not known. */
export interface GroupsUnknown {
  /** They are in too many for the token. */
  elsewhere: number
  notSaid: number
}

type Row = Omit<Provider, 'secret'> & { sealed: Buffer | null }

/** Reads identity providers with their secrets. */
export class Providers {
  readonly #db: Db
  readonly #encryption: Encryption

  constructor(db: Db, encryption: Encryption) {
    this.#db = db
    this.#encryption = encryption
  }

  /** The provider behind a button of the login; undefined if none is switched on. */
  async serving(option: SignOnOption): Promise<Provider | undefined> {
    return await this.#find(sql`p.enabled AND p.option = ${option}`)
  }

  async byId(id: string): Promise<Provider | undefined> {
    return await this.#find(sql`p.id = ${id}`)
  }

  /** The buttons behind which a provider is switched on. */
  async options(): Promise<SignOnOption[]> {
    const { rows } = await sql<{ option: SignOnOption }>`
      SELECT option FROM identity_provider WHERE enabled ORDER BY option
    `.execute(this.#db)
    return rows.map(({ option }) => option)
  }

  /** How many people the provider named no groups for when they last signed in, by why. */
  async groupsUnknown(id: string): Promise<GroupsUnknown> {
    const { rows } = await sql<GroupsUnknown>`
      SELECT count(*) FILTER (WHERE groups_unknown = 'elsewhere')::int AS elsewhere,
        count(*) FILTER (WHERE groups_unknown = 'not_said')::int AS "notSaid"
      FROM user_identity i JOIN user_account u ON u.id = i.user_id
      WHERE i.provider_id = ${id} AND NOT u.disabled AND u.deleted_at IS NULL
    `.execute(this.#db)
    return rows[0] ?? { elsewhere: 0, notSaid: 0 }
  }

  async #find(condition: ReturnType<typeof sql>): Promise<Provider | undefined> {
    const { rows } = await sql<Row>`
      SELECT p.id, p.name, p.option, p.kind, p.enabled, p.issuer, p.client_id AS "clientId", s.sealed, p.scopes, p.metadata,
        p.groups_claim AS "groupsClaim", p.new_users AS "newUsers", p.customer_id AS "customerId",
        p.row_version AS "rowVersion"
      FROM identity_provider p LEFT JOIN identity_provider_secret s ON s.provider_id = p.id
      WHERE ${condition}
    `.execute(this.#db)
    const [row] = rows
    if (row === undefined) return undefined
    const { sealed, ...provider } = row
    return { ...provider, secret: sealed === null ? undefined : this.#encryption.decrypt(sealed) }
  }
}
