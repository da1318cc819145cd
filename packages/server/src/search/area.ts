import { resources } from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import type { HandlersOf } from '../engine/handlers.ts'
import { isSearchable } from '../engine/resource/find-rows.ts'
import { RecordSearch } from './record-search.ts'

/** One search over the records of every resource. */
export const search = defineArea({
  name: 'search',
  create({ config, refusals, storeOf }) {
    const stores = resources.filter(isSearchable).map(storeOf)
    const records = new RecordSearch({ stores, refusals, limits: config.search })
    return {
      provides: undefined,
      handlers: searchHandlers(records),
    }
  },
})

function searchHandlers(records: RecordSearch): HandlersOf<'searchRecords'> {
  return { searchRecords: ({ principal, query }) => records.search(principal, query.q) }
}
