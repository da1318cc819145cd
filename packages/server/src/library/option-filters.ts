import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { countByValue, countOf, withoutFilter } from './facets.ts'

const facets = {
  machineId: sql`SELECT o.id, m.id AS value, m.name AS label FROM machine_option o JOIN library_machine m ON m.id = o.machine_id`,
  definitionId: sql`SELECT o.id, d.id AS value, d.name AS label FROM machine_option o
    JOIN option_definition d ON d.id = o.definition_id`,
  availability: sql`SELECT id, availability AS value, availability AS label FROM machine_option`,
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
