import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { sharingHandlers } from './sharing.actions.ts'
import { supportAccessHandlers } from './support-access.actions.ts'

/** What customers share of their machines with the maker. */
export const sharing = defineArea({
  name: 'sharing',
  create({ database }, use) {
    const parts = { database, telemetry: use(monitoring).telemetry }
    return { provides: undefined, handlers: { ...sharingHandlers(parts), ...supportAccessHandlers(parts) } }
  },
})
