import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { countByValue, countOf, ofColumn, ofTable, withoutFilter } from './facets.ts'

const facets = {
  machineId: ofTable('library_machine', sql`SELECT id, machine_id AS value FROM machine_option`),
  definitionId: ofTable('option_definition', sql`SELECT id, definition_id AS value FROM machine_option`),
  availability: ofColumn('machine_option', 'availability'),
}

/** What the list of machine options can be filtered by. */
export function optionFilterHandlers(options: ResourceStore): HandlersOf<'machineOptionFilters'> {
  return {
    machineOptionFilters: async ({ principal, query }) =>
      await options.read(principal, async (db) => {
        const request = await options.checked(db, query, {})
        const count = async (name: keyof typeof facets) =>
          await countByValue(db, withoutFilter(request, name), facets[name])
        return {
          total: await countOf(db, request),
          machineId: await count('machineId'),
          definitionId: await count('definitionId'),
          availability: await count('availability'),
        }
      }),
  }
}
