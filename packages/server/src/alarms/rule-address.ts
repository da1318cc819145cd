import { alarmRules } from '@packhouse/contract'
import { sql } from 'kysely'
import type { ResourceHandlers } from '../engine/handlers.ts'
import { rowOf } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Db, Transaction } from '../platform/database.ts'
import type { Encryption } from '../platform/encryption.ts'
import { originOf } from '../platform/sealed-address.ts'

interface RuleParts {
  rules: ResourceStore
  encryption: Encryption
}

type Address = string | null | undefined

/** A rule has protocol and host of its webhook; the whole address, which may hold a password or a token, is encrypted beside it. */
export function ruleHandlers({
  rules,
  encryption,
}: RuleParts): ResourceHandlers<typeof alarmRules, 'create' | 'update'> {
  return {
    'alarmRule.create': async ({ principal, body }) =>
      await rules.write(principal, async (db) => {
        const { id } = await rules.createIn(db, principal, withOrigin(body))
        await storeAddress(db, encryption, id, body.webhookUrl)
        return rowOf(alarmRules, await rules.rows.find(db, id, {}))
      }),

    'alarmRule.update': async ({ principal, params: { id }, body }) =>
      await rules.write(principal, async (db) => {
        await rules.updateIn(db, principal, id, withOrigin(body))
        await storeAddress(db, encryption, id, body.webhookUrl)
        return rowOf(alarmRules, await rules.rows.find(db, id, {}))
      }),
  }
}

/** Encrypts the addresses that versions before this one store, and have stored, as they were typed. */
export async function encryptRuleAddresses(db: Db, encryption: Encryption): Promise<void> {
  const { rows } = await sql<{ id: string; url: string }>`
    SELECT r.id, r.webhook_url AS url FROM alarm_rule r WHERE r.webhook_url IS NOT NULL
      AND (r.webhook_url !~ '^[a-z]+://[^/?#@]+$' OR NOT EXISTS (SELECT FROM alarm_rule_address a WHERE a.rule_id = r.id))
  `.execute(db)
  for (const { id, url } of rows) {
    // Only if nobody has saved another one meanwhile.
    await sql`
      WITH stored AS (
        UPDATE alarm_rule SET webhook_url = ${originOf(url)} WHERE id = ${id} AND webhook_url = ${url} RETURNING id)
      INSERT INTO alarm_rule_address (rule_id, sealed) SELECT id, ${encryption.encrypt(url)} FROM stored
      ON CONFLICT (rule_id) DO UPDATE SET sealed = excluded.sealed
    `.execute(db)
  }
}

function withOrigin<B extends { webhookUrl?: Address }>(body: B): B {
  const { webhookUrl } = body
  return typeof webhookUrl === 'string' ? { ...body, webhookUrl: originOf(webhookUrl) } : body
}

async function storeAddress(db: Transaction, encryption: Encryption, id: string, address: Address): Promise<void> {
  if (address === undefined) return
  await sql`DELETE FROM alarm_rule_address WHERE rule_id = ${id}`.execute(db)
  if (address === null) return
  await sql`INSERT INTO alarm_rule_address (rule_id, sealed) VALUES (${id}, ${encryption.encrypt(address)})`.execute(db)
}
