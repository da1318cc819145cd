import { itemMasters, PART_PLACES_SHOWN, type PartPlaces } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import { assertThat } from '../../engine/problem-error.ts'
import type { Transaction } from '../../platform/database.ts'

type Place = PartPlaces['places'][number]

/** @throws ProblemError `not_found` where the transaction sees no such item of the catalogue */
export async function assertItem(db: Transaction, itemId: string): Promise<void> {
  const { rows } = await sql`SELECT FROM item_master WHERE id = ${itemId} AND deleted_at IS NULL`.execute(db)
  assertThat(rows.length === 1, 'not_found', t('server.noSuch', { noun: declared(itemMasters.noun[0]) }))
}

/** Where a part is, of machines that the transaction sees. @param search words of machines and customers; every one of them has to be found */
export async function readPartPlaces(db: Transaction, itemId: string, search: string): Promise<PartPlaces> {
  const words = search.split(/\s+/).filter((word) => word !== '')
  const { rows } = await sql<{ total: number; found: number; places: Place[] }>`
    WITH every AS (
      SELECT p.id, m.machine_id AS "machineID", c.name AS customer, p.position, trim_scale(p.quantity)::text AS quantity,
        p.valid_from AS "validFrom", p.valid_until AS "validUntil",
        coalesce(p.valid_from <= site_date(m.id, now()), true) AND coalesce(p.valid_until >= site_date(m.id, now()), true) AS "isFitted",
        concat_ws(' ', m.search_text, c.search_text) AS text
      FROM machine_part p JOIN machine m ON m.id = p.machine_id AND m.deleted_at IS NULL LEFT JOIN customer c ON c.id = m.customer_id
      WHERE p.item_id = ${itemId}
    ), found AS (
      SELECT * FROM every WHERE NOT EXISTS (SELECT FROM unnest(${words}::text[]) word WHERE strpos(text, search_fold(word)) = 0)
    ), shown AS (
      SELECT * FROM found ORDER BY "isFitted" DESC, "machineID", position, id LIMIT ${PART_PLACES_SHOWN}
    )
    SELECT (SELECT count(*)::int FROM every) AS total, (SELECT count(*)::int FROM found) AS found,
      coalesce((SELECT jsonb_agg(to_jsonb(shown) - 'text' ORDER BY "isFitted" DESC, "machineID", position, id) FROM shown), '[]') AS places
  `.execute(db)
  return rows[0] ?? { total: 0, found: 0, places: [] }
}
