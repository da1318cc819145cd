import { type CallOutput, type enterItemPrice, type ItemPrice, MAX_ITEM_PRICES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { type ResourceRow, toColumns, toJson } from '../../engine/resource/columns.ts'
import { assertDisclosed } from '../../engine/resource/confidential.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { assertFresh } from '../../engine/resource/stale.ts'
import type { Transaction } from '../../platform/database.ts'

type Entered = CallOutput<typeof enterItemPrice>['body']

/** All entries of the prices of an item, the newest day first. @throws ProblemError `not_found` */
export async function readItemPrices(items: ResourceStore, principal: Principal, id: string) {
  return await items.read(principal, async (db) => {
    await items.rows.find(db, id, {}, 'with')
    const { rows } = await sql<Omit<ItemPrice, 'enteredAt'> & { enteredAt: Date; total: number }>`
      WITH entries AS (
        SELECT p.*, u.taken_back_at IS NOT NULL AS taken_back,
          row_number() OVER (PARTITION BY u.taken_back_at IS NOT NULL, p.effective_from ORDER BY p.place DESC) = 1 AS counts
        FROM item_price p LEFT JOIN item_price_update u ON u.id = p.update_id WHERE p.item_id = ${id}
      )
      SELECT e.id, effective_from::text AS "effectiveFrom", trim_scale(price)::text AS price,
        CASE WHEN may_see_cost(NULL) THEN trim_scale(cost)::text END AS cost,
        CASE WHEN taken_back THEN 'takenBack' WHEN NOT counts THEN 'replaced' WHEN effective_from > current_date THEN 'coming'
          WHEN e.id = (SELECT id FROM item_price_on(${id}, current_date)) THEN 'today' ELSE 'past' END AS state,
        e.created_at AS "enteredAt", trim(a.first_name || ' ' || a.last_name) AS "enteredBy", update_id AS "updateId",
        count(*) OVER ()::int AS total
      FROM entries e LEFT JOIN user_account a ON a.id = e.created_by
      ORDER BY effective_from DESC, place DESC LIMIT ${MAX_ITEM_PRICES}
    `.execute(db)
    return { items: rows.map(({ total, ...row }) => toJson(row)), total: rows[0]?.total ?? 0 }
  })
}

/**
 * Enters prices of an item from a day on.
 * @throws ProblemError `invalid_request` for a day that is over; `stale`; `permission_missing` for a cost of somebody who sees none
 */
export async function writeItemPrice(
  items: ResourceStore,
  principal: Principal,
  id: string,
  { rowVersion, effectiveFrom, ...values }: Entered,
): Promise<ResourceRow> {
  return await items.write(principal, async (db) => {
    const before = await items.lock(db, principal, id, {})
    assertFresh(before, rowVersion)
    await assertNotPast(db, effectiveFrom)
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    const pairs = toColumns(given, items.resource.fields)
    const row = await fromDay(db, effectiveFrom, () =>
      items.rows.change(db, principal, 'update', before, pairs, Object.keys(given)),
    )
    await assertDisclosed(db, items.resource, items.behaviour, new Map([[id, given]]))
    return row
  })
}

/** Prices that applied stay as they were. @throws ProblemError `invalid_request` */
export async function assertNotPast(db: Transaction, day: string): Promise<void> {
  const { rows } = await sql<{ past: boolean }>`SELECT ${day}::date < current_date AS past`.execute(db)
  if (rows[0]?.past !== true) return
  const message = t('estimator.pricesOfThePast')
  throw new ProblemError('invalid_request', message, [{ path: 'body.effectiveFrom', code: 'rule', message }])
}

/** Whatever prices are written meanwhile apply from that day on. */
export async function fromDay<T>(db: Transaction, day: string, work: () => Promise<T>, update = ''): Promise<T> {
  await setting(db, sql`${day}::text`, sql`${update}::text`)
  const result = await work()
  await setting(db, sql`''`, sql`''`)
  return result
}

async function setting(db: Transaction, day: RawBuilder<unknown>, update: RawBuilder<unknown>): Promise<void> {
  await sql`
    SELECT set_config('packhouse.price_from', ${day}, true), set_config('packhouse.price_update', ${update}, true)
  `.execute(db)
}
