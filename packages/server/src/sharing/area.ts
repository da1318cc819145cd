import { access } from '../access/area.ts'
import { defineArea } from '../engine/area.ts'
import { monitoring } from '../monitoring/area.ts'
import { service } from '../service/area.ts'
import { AccessMessages } from './access-messages.ts'
import { sharingHandlers } from './sharing.actions.ts'
import { supportAccessHandlers } from './support-access.actions.ts'

/** What customers share of their machines with the maker. */
export const sharing = defineArea({
  name: 'sharing',
  create({ config: { publicUrl, productTitle }, database }, use) {
    const messages = new AccessMessages({ mail: use(access).mail, push: use(service).push, publicUrl, productTitle })
    const parts = { database, telemetry: use(monitoring).telemetry, messages }
    return { provides: undefined, handlers: { ...sharingHandlers(parts), ...supportAccessHandlers(parts) } }
  },
})
