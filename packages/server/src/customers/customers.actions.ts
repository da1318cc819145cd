import { locations as declared, type ListedRow, resources } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { rowOf } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { clock } from '../platform/clock.ts'
import { readActivity } from './activity.queries.ts'

const MATCHES = 20

interface RateRow {
  from: string
  to: string
  kind: string
  rate: string
  validOn: string
  source: string | null
  age: number
}

export interface CustomersParts {
  customers: ResourceStore
  locations: ResourceStore
  exchangeRates: ResourceStore
}

/** The special calls of the area. */
export function customersHandlers({
  customers,
  locations,
  exchangeRates,
}: CustomersParts): HandlersOf<'customerActivity' | 'getRate' | 'searchLocations' | 'locationsWithCoordinates'> {
  const list = declared.calls.list.query
  return {
    async customerActivity({ principal, params: { id } }) {
      const readable = resources.filter(({ name }) => principal.permissions.has(`${name}.read`))
      return await customers.read(principal, async (db) => {
        await customers.rows.find(db, id, {}, 'with')
        return await readActivity(db, id, readable)
      })
    },

    async searchLocations({ principal, params, query }) {
      const request = list?.parse({ search: query.q, pageSize: String(MATCHES) })
      if (request === undefined) return []
      const page = await locations.list(principal, request, { customerId: params.parentId })
      return page.items.map((row) => rowOf(declared, row))
    },

    async locationsWithCoordinates({ principal, params }) {
      const parent = { supplierId: params.parentId }
      const request = list?.parse({ pageSize: '200', sort: 'name' })
      if (request === undefined) return []
      const found: ListedRow<typeof declared>[] = []
      let after: string | undefined
      do {
        const { items, next } = await locations.list(principal, { ...request, after }, parent)
        found.push(...items.map((row) => rowOf(declared, row)).filter(({ latitude }) => latitude !== null))
        after = next ?? undefined
      } while (after !== undefined)
      return found
    },

    async getRate({ principal, query }) {
      const on = query.on ?? new Date(clock.now()).toISOString().slice(0, 10)
      const found = await exchangeRates.read(principal, async (db) => {
        const { rows } = await sql<RateRow>`
          SELECT "from", "to", kind, trim_scale(rate)::text AS rate, valid_on::text AS "validOn", source,
            ${on}::date - valid_on AS age
          FROM exchange_rate
          WHERE "from" = ${query.from} AND "to" = ${query.to} AND kind = ${query.kind} AND valid_on <= ${on}::date
          ORDER BY valid_on DESC LIMIT 1
        `.execute(db)
        return rows[0]
      })
      const pair = `${query.from} to ${query.to} (${query.kind})`
      if (found === undefined) throw new ProblemError('rate_missing', t('customers.rateMissing', { pair, on }))
      const { age, ...rate } = found
      if (age <= query.maxAgeDays) return rate
      throw new ProblemError('rate_stale', t('customers.rateTooOld', { pair, age }))
    },
  }
}
