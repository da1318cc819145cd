import * as access from './access/index.ts'
import * as alarms from './alarms/index.ts'
import * as benchmark from './benchmark/index.ts'
import * as comments from './comments/index.ts'
import * as customers from './customers/index.ts'
import * as dataAct from './data-act/index.ts'
import * as documents from './documents/index.ts'
import { defineArea } from './engine/area.ts'
import * as estimator from './estimator/index.ts'
import * as fleet from './fleet/index.ts'
import * as insight from './insight/index.ts'
import * as library from './library/index.ts'
import * as lines from './lines/index.ts'
import * as monitoring from './monitoring/index.ts'
import * as orders from './orders/index.ts'
import * as production from './production/index.ts'
import * as promises from './promises/index.ts'
import * as search from './search/index.ts'
import * as service from './service/index.ts'
import * as settings from './settings/index.ts'
import * as sharing from './sharing/index.ts'

export * from './access/index.ts'
export * from './alarms/index.ts'
export * from './benchmark/index.ts'
export * from './comments/index.ts'
export * from './customers/index.ts'
export * from './data-act/index.ts'
export * from './documents/index.ts'
export * from './estimator/index.ts'
export * from './fleet/index.ts'
export * from './insight/index.ts'
export * from './library/index.ts'
export * from './lines/index.ts'
export * from './monitoring/index.ts'
export * from './orders/index.ts'
export * from './production/index.ts'
export * from './promises/index.ts'
export * from './search/index.ts'
export * from './service/index.ts'
export * from './settings/index.ts'
export * from './sharing/index.ts'

/**
 * Every area of the product, in the order in which lists of all resources and permissions show them; within an area they are in
 * the order of the alphabet. A new one is named in this file and nowhere else in the contract.
 */
export const areas = {
  customers: defineArea(customers),
  monitoring: defineArea(monitoring),
  fleet: defineArea(fleet),
  library: defineArea(library),
  estimator: defineArea(estimator),
  orders: defineArea(orders),
  documents: defineArea(documents),
  alarms: defineArea(alarms),
  search: defineArea(search),
  comments: defineArea(comments),
  service: defineArea(service),
  promises: defineArea(promises),
  lines: defineArea(lines),
  production: defineArea(production),
  dataAct: defineArea(dataAct),
  sharing: defineArea(sharing),
  benchmark: defineArea(benchmark),
  access: defineArea(access),
  insight: defineArea(insight),
  settings: defineArea(settings),
}
