import {
  type CallOutput,
  type CallResult,
  type ChangedItem,
  changedPrice,
  type ListQuery,
  MAX_SHOWN_CHANGES,
  MAX_UPDATED_ITEMS,
  type UpdatedItems,
  type updatePrices,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { hasPermission, type Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { matchesOf } from '../../engine/resource/list-rows.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { assertNotPast, fromDay } from './item-prices.ts'
import { writeAudited } from './write-audited.ts'

type Update = CallOutput<typeof updatePrices>['body']
type Side = Update['of'][number]

interface PricedItem extends Record<Side, string | null> {
  id: string
  code: string
  description: string
  currency: string
  /** Whether the currency has no decimals. */
  isWhole: boolean
}

/**
 * Changes the prices of many items from a day on, or says what would change.
 * @throws ProblemError `permission_missing` for costs of somebody who sees none; `invalid_request` for too many items, several currencies with an
 * amount, a price under 0 or with decimals that its currency lacks, or a day that is over
 */
export async function changePrices(
  items: ResourceStore,
  principal: Principal,
  update: Update,
): Promise<CallResult<typeof updatePrices>> {
  const seesCost = hasPermission(principal, 'cost.read')
  assertThat(seesCost || !update.of.includes('cost'), 'permission_missing', t('estimator.costsNotYours'))
  return await items.write(principal, async (db) => {
    await assertNotPast(db, update.effectiveFrom)
    const found = await lockItems(db, items, update)
    const all = found.map((item) => changeOf(item, update))
    const changes = all.filter(({ price, cost }) => price !== null || cost !== null)
    const id = update.dryRun || changes.length === 0 ? null : await apply(db, items, principal, update, changes)
    return {
      id,
      changed: changes.length,
      unchanged: all.length - changes.length,
      changes: changes.slice(0, MAX_SHOWN_CHANGES),
    }
  })
}

/** The chosen items by code, locked, with the prices of the day. */
async function lockItems(db: Transaction, items: ResourceStore, update: Update): Promise<PricedItem[]> {
  const chosen = matchesOf(items.request(queryOf(update.items), {}), sql`item_master.id`)
  const { rows } = await sql<PricedItem>`
    SELECT i.id, i.code, i.description, i.currency, EXISTS (SELECT FROM currency c WHERE c.code = i.currency AND c.minor_units = 0) AS "isWhole",
      trim_scale(p.price)::text AS price, trim_scale(p.cost)::text AS cost
    FROM (SELECT * FROM item_master WHERE id IN (${chosen} LIMIT ${MAX_UPDATED_ITEMS + 1}) ORDER BY id FOR NO KEY UPDATE) i
      LEFT JOIN LATERAL item_price_on(i.id, ${update.effectiveFrom}::date) p ON true
    ORDER BY i.code, i.id
  `.execute(db)
  if (rows.length > MAX_UPDATED_ITEMS) refuse('body.items', t('estimator.tooManyItems', { count: MAX_UPDATED_ITEMS }))
  const currencies = new Set(rows.map(({ currency }) => currency))
  if (update.change.kind === 'amount' && currencies.size > 1) refuse('body.change', t('estimator.severalCurrencies'))
  return rows
}

/** The list of the same items. */
function queryOf({ search, active, currency, ...others }: UpdatedItems): ListQuery {
  const filters = {
    ...Object.fromEntries(Object.entries(others).filter(([, values]) => values !== undefined)),
    ...(currency === undefined ? {} : { currency: [currency] }),
    ...(active === undefined ? {} : { active: [String(active)] }),
  }
  return { page: 1, pageSize: 1, sort: [], search, deleted: 'without', filters }
}

function changeOf(item: PricedItem, update: Update): ChangedItem {
  const { id, code, description, currency, isWhole } = item
  const difference = (side: Side) => {
    const from = item[side]
    if (from === null || !update.of.includes(side)) return null
    const to = changedPrice(from, update.change, update.roundTo)
    if (to === null) return refuse('body.change', t('estimator.priceUnderZero', { item: code }))
    if (isWhole && side === 'price' && to.includes('.'))
      return refuse('body.roundTo', t('estimator.priceNotWhole', { item: code, currency }))
    return to === from ? null : { from, to }
  }
  return { id, code, description, currency, price: difference('price'), cost: difference('cost') }
}

async function apply(
  db: Transaction,
  items: ResourceStore,
  principal: Principal,
  update: Update,
  changes: readonly ChangedItem[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO item_price_update (effective_from, created_by) VALUES (${update.effectiveFrom}, ${principal.userId}) RETURNING id
  `.execute(db)
  const id = rows[0]?.id
  assertThat(id, 'internal')
  const given = changes.map(({ id, price, cost }) => ({ id, price: price?.to, cost: cost?.to }))
  const write = (some: RawBuilder<unknown>, isMeant: (one: (typeof given)[number]) => boolean) =>
    writeAudited(db, items, principal, given.filter(isMeant), some)
  await fromDay(
    db,
    update.effectiveFrom,
    async () => {
      await write(
        sql`price = given.price, cost = given.cost`,
        ({ price, cost }) => price !== undefined && cost !== undefined,
      )
      await write(sql`price = given.price`, ({ cost }) => cost === undefined)
      await write(sql`cost = given.cost`, ({ price }) => price === undefined)
    },
    id,
  )
  return id
}

function refuse(path: string, message: string): never {
  throw new ProblemError('invalid_request', message, [{ path, code: 'rule', message }])
}
