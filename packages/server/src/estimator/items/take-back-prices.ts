import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { writeAudited } from './write-audited.ts'

/**
 * Takes an update of many prices back. Its entries stay in the history and count no more.
 * @throws ProblemError `not_found`; `not_usable` once its first day is over, an item has got another price, or it was taken back
 */
export async function takeBack(items: ResourceStore, principal: Principal, id: string): Promise<{ changed: number }> {
  return await items.write(principal, async (db) => {
    const { rows } = await sql<{ isOver: boolean; isTakenBack: boolean }>`
      SELECT effective_from < current_date AS "isOver", taken_back_at IS NOT NULL AS "isTakenBack"
      FROM item_price_update WHERE id = ${id} FOR UPDATE
    `.execute(db)
    const [update] = rows
    assertThat(update, 'not_found', t('estimator.noSuchPriceUpdate'))
    assertThat(!update.isTakenBack, 'not_usable', t('estimator.pricesTakenBack'))
    assertThat(!update.isOver, 'not_usable', t('estimator.pricesHaveApplied'))
    const touched = await lockTouched(db, id)
    assertThat(!(await hasNewer(db, id)), 'not_usable', t('estimator.newerPrices'))
    await sql`
      UPDATE item_price_update SET taken_back_at = now(), taken_back_by = ${principal.userId} WHERE id = ${id}
    `.execute(db)
    // The rows take over what applies now.
    await writeAudited(
      db,
      items,
      principal,
      touched.map((item) => ({ id: item })),
      sql`next_from = item_master.next_from`,
    )
    return { changed: touched.length }
  })
}

async function lockTouched(db: Transaction, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM item_master WHERE id IN (SELECT item_id FROM item_price WHERE update_id = ${id}) ORDER BY id FOR NO KEY UPDATE
  `.execute(db)
  return rows.map((row) => row.id)
}

async function hasNewer(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM item_price own JOIN item_price newer ON newer.item_id = own.item_id AND newer.place > own.place
      AND newer.update_id IS DISTINCT FROM own.update_id
      LEFT JOIN item_price_update other ON other.id = newer.update_id
    WHERE own.update_id = ${id} AND other.taken_back_at IS NULL LIMIT 1
  `.execute(db)
  return rows.length > 0
}
