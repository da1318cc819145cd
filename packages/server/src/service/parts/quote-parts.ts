import {
  convertedPrice,
  type KeptRate,
  type ListedRow,
  priceDecimals,
  projects,
  type serviceRequests,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../../engine/handlers.ts'
import { hasPermission, type Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { rowOf } from '../../engine/resource/columns.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { existingRate, holdBriefly, readCurrency, readNewestRates } from '../../estimator/area.ts'
import type { Transaction } from '../../platform/database.ts'

export interface QuoteStores {
  projects: ResourceStore
  requests: ResourceStore
}

interface Asked {
  machineID: string
  kind: string
  status: string
  isQuoted: boolean
  customerId: string | null
  locationId: string | null
  currency: string | null
}

interface Line {
  itemId: string
  code: string
  description: string
  unit: string
  quantity: string
  currency: string
  price: string | null
  cost: string | null
  leadDays: number | null
}

/** Makes draft quotes of requests for parts. */
export function quotePartsHandler({ projects: store, requests }: QuoteStores): HandlersOf<'quoteParts'> {
  return {
    async quoteParts({ principal, params }) {
      const permission = `${requests.resource.name}.update`
      return await store.write(principal, async (db) => {
        // Two who press at once follow each other.
        const { rowVersion } = await requests.rows.lock(db, params.id, {})
        const mayChange = principal.permissions.has(permission)
        assertThat(mayChange, 'permission_missing', t('server.permissionNeeded', { permission }))
        const asked = await readAsked(db, params.id)
        assertQuotable(asked)
        const lines = await readLinesWithPrices(db, params.id)
        assertThat(lines.length > 0, 'not_usable', t('service.requestHasNoParts'))
        assertPriced(lines)
        const { items, ...draft } = await draftOf(db, principal, asked, lines)
        const project = await store.createIn(db, principal, draft)
        await holdBriefly(db, principal, project.id, () =>
          store.updateIn(db, principal, project.id, { rowVersion: project.rowVersion, items }),
        )
        const change = { rowVersion, projectId: project.id, status: 'planned' }
        const row = await requests.updateIn(db, principal, params.id, change)
        return rowOf(requests.resource, row) as ListedRow<typeof serviceRequests>
      })
    },
  }
}

async function readAsked(db: Transaction, id: string): Promise<Asked> {
  const { rows } = await sql<Asked>`
    SELECT m.machine_id AS "machineID", r.kind, r.status, EXISTS (SELECT FROM project p WHERE p.id = r.project_id AND p.deleted_at IS NULL) AS "isQuoted",
      c.id AS "customerId", c.currency, l.id AS "locationId"
    FROM service_request r JOIN machine m ON m.id = r.machine_id
      LEFT JOIN customer c ON c.id = m.customer_id AND c.deleted_at IS NULL
      LEFT JOIN location l ON l.id = m.location_id AND l.customer_id = c.id AND l.deleted_at IS NULL
    WHERE r.id = ${id}
  `.execute(db)
  assertThat(rows[0], 'internal')
  return rows[0]
}

function assertQuotable({ kind, status, isQuoted, customerId }: Asked): void {
  assertThat(kind === 'parts', 'not_usable', t('service.notAPartsRequest'))
  assertThat(!isQuoted, 'not_usable', t('service.quotedAlready'))
  assertThat(status === 'open' || status === 'planned', 'not_usable', t('service.requestIsOver'))
  assertThat(customerId !== null, 'not_usable', t('service.machineHasNoCustomer'))
}

/** A line for 0 would be sold for 0. */
function assertPriced(lines: readonly Line[]): void {
  const items = lines.flatMap(({ price, code }) => (price === null ? [code] : []))
  assertThat(items.length === 0, 'not_usable', t('service.partsHaveNoPrice', { items: items.join(', ') }))
}

/** Costs included: they go into the quote of those who may see them alone. */
async function readLinesWithPrices(db: Transaction, requestId: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    SELECT i.id AS "itemId", i.code, i.description, i.unit, trim_scale(r.quantity)::text AS quantity, i.currency,
      trim_scale(today.price)::text AS price, trim_scale(today.cost)::text AS cost, i.lead_days AS "leadDays"
    FROM requested_part r JOIN item_master i ON i.id = r.item_id LEFT JOIN LATERAL item_price_on(i.id, current_date) today ON true
    WHERE r.request_id = ${requestId} ORDER BY r.id
  `.execute(db)
  return rows
}

async function draftOf(db: Transaction, principal: Principal, asked: Asked, lines: readonly Line[]) {
  const currency = asked.currency ?? lines[0]?.currency ?? ''
  const others = [...new Set(lines.map((line) => line.currency))].filter((one) => one !== currency)
  const newest = await readNewestRates(db, currency, others)
  const rates: KeptRate[] = others.map((one) => existingRate(newest.get(one), one, currency))
  const decimals = priceDecimals(await readCurrency(db, currency))
  const converted = (amount: string | null, from: string, most?: number) => {
    const rate = from === currency ? '1' : existingRate(newest.get(from), from, currency).rate
    return amount === null ? null : convertedPrice(amount, rate, most)
  }
  const seesCosts = hasPermission(principal, 'cost.read')
  const items = lines.map((line) => ({
    section: t('service.spareParts'),
    masterId: line.itemId,
    description: line.description,
    unit: line.unit,
    quantity: line.quantity,
    unitPrice: converted(line.price, line.currency, decimals),
    ...(seesCosts && { unitCost: converted(line.cost, line.currency) }),
    leadDays: line.leadDays,
  }))
  const draft = projects.draft.parse({
    title: t('service.sparePartsFor', { machine: asked.machineID }),
    customerId: asked.customerId,
    locationId: asked.locationId,
    ownerId: principal.userId,
    currency,
    items,
  })
  return { ...draft, rates }
}
