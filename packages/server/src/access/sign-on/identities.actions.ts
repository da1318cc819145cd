import type { Identity } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Database, Db } from '../../platform/database.ts'
import { sessionOf } from '../own-account.ts'
import { writeSecurityEvent } from '../security-events.ts'
import { makeTicket } from './tickets.ts'

type IdentityCalls = 'myIdentities' | 'startLinking' | 'unlinkIdentity'

/** The providers that are linked to the own account, and those that can be. */
export function identityHandlers(database: Database): HandlersOf<IdentityCalls> {
  return {
    myIdentities: ({ principal }) => listIdentities(database.system, principal.userId),

    async startLinking({ principal, params, reply }) {
      reply.header('cache-control', 'no-store')
      const identities = await listIdentities(database.system, principal.userId)
      const identity = identities.find(({ id, available }) => id === params.id && available)
      assertThat(identity, 'not_found', t('access.noSuchSignOn'))
      assertThat(!identity.linked, 'duplicate', t('access.isLinkedAlready'))
      const ticket = await makeTicket(database.system, sessionOf(principal), identity.id)
      return { ticket, option: identity.option }
    },

    async unlinkIdentity({ principal: { userId }, params }) {
      await database.system.transaction().execute(async (db) => {
        // Two at once, each of which leaves the other, would leave none.
        await sql`SELECT FROM user_account WHERE id = ${userId} FOR UPDATE`.execute(db)
        const { rows } = await sql<{ account: string | null }>`
          DELETE FROM user_identity WHERE user_id = ${userId} AND provider_id = ${params.id} RETURNING account
        `.execute(db)
        assertThat(rows[0], 'not_found', t('access.isNotLinked'))
        assertThat(await canStillSignIn(db, userId), 'invalid_request', t('access.lastWayToSignIn'))
        await writeSecurityEvent(db, { userId, action: 'identity-unlinked', detail: { account: rows[0].account } })
      })
      return undefined
    },
  }
}

async function canStillSignIn(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM user_credential WHERE user_id = ${userId} UNION ALL SELECT FROM user_identity WHERE user_id = ${userId}
  `.execute(db)
  return rows.length > 0
}

interface Row {
  id: string
  name: string
  option: Identity['option']
  enabled: boolean
  linked: boolean
  account: string | null
  created_at: Date | null
  last_used_at: Date | null
}

async function listIdentities(db: Db, userId: string): Promise<Identity[]> {
  const { rows } = await sql<Row>`
    SELECT p.id, p.name, p.option, p.enabled, i.user_id IS NOT NULL AS linked, i.account, i.created_at, i.last_used_at
    FROM identity_provider p LEFT JOIN user_identity i ON i.provider_id = p.id AND i.user_id = ${userId}
    WHERE i.user_id IS NOT NULL OR p.enabled AND (
      -- What serves another customer is nobody else's business.
      p.customer_id IS NULL OR p.customer_id = (SELECT customer_id FROM user_account WHERE id = ${userId})
    ) ORDER BY p.name, p.id
  `.execute(db)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    option: row.option,
    available: row.enabled,
    linked: row.linked,
    account: row.account,
    linkedAt: row.created_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}
