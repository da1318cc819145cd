import * as access from './access/index.ts'
import * as alarms from './alarms/index.ts'
import * as customers from './customers/index.ts'
import { defineArea } from './engine/area.ts'
import * as insight from './insight/index.ts'
import * as monitoring from './monitoring/index.ts'
import * as search from './search/index.ts'
import * as service from './service/index.ts'
import * as settings from './settings/index.ts'

export * from './access/index.ts'
export * from './alarms/index.ts'
export * from './customers/index.ts'
export * from './insight/index.ts'
export * from './monitoring/index.ts'
export * from './search/index.ts'
export * from './service/index.ts'
export * from './settings/index.ts'

/** Every area of the product. A new one is named in this file and nowhere else in the contract. */
export const areas = {
  access: defineArea(access),
  alarms: defineArea(alarms),
  customers: defineArea(customers),
  insight: defineArea(insight),
  monitoring: defineArea(monitoring),
  search: defineArea(search),
  service: defineArea(service),
  settings: defineArea(settings),
}
