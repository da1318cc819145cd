import { customers, machines, promises } from '@packhouse/contract'
import { isKnown, sendNotModified } from '../../engine/entity-tags.ts'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { rowScope } from '../../engine/principal.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Database } from '../../platform/database.ts'
import { readPairs, readPairsRevision } from './fleet-pairs.ts'
import { type LiveByKey, readFleetSummaries, readMachineFleet } from './machine-fleet.ts'
import { readUnmappedRecipes } from './recipes.queries.ts'

export interface FleetParts {
  database: Database
  machines: ResourceStore
  live: LiveByKey
}

/** What customers and machines are called is for those who may read both. */
const PLACES = [`${customers.name}.read`, `${machines.name}.read`]

/** The calls about what machines do in the field. Users of customers see none of it: the tables are those of staff. */
export function fleetHandlers({
  database,
  machines: store,
  live,
}: FleetParts): HandlersOf<'fleetOfMachines' | 'fleetPairs' | 'libraryMachineFleet' | 'unmappedRecipes'> {
  return {
    libraryMachineFleet: async ({ principal, params: { id } }) =>
      await database.inSnapshot(rowScope(principal), async (db) => {
        await store.rows.find(db, id, {})
        const places = PLACES.every((permission) => principal.permissions.has(permission))
        return await readMachineFleet(db, live, {
          ...{ id, places },
          promises: principal.permissions.has(`${promises.name}.read`),
        })
      }),

    fleetOfMachines: async ({ principal, query }) =>
      await database.inSnapshot(rowScope(principal), async (db) => ({
        machines: await readFleetSummaries(db, live, query.id),
      })),

    fleetPairs: async ({ principal, query, request, reply }) =>
      await database.inSnapshot(rowScope(principal), async (db) => {
        const etag = `"fleet-${await readPairsRevision(db)}-${principal.customerId ?? 'all'}"`
        reply.header('etag', etag).header('cache-control', 'no-store')
        if (!isKnown(request, etag)) return await readPairs(db, query)
        sendNotModified(reply)
        return answered
      }),

    unmappedRecipes: async ({ principal, query }) =>
      await database.inSnapshot(rowScope(principal), (db) => readUnmappedRecipes(db, query)),
  }
}
