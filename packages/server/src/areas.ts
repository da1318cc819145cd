import { access } from './access/area.ts'
import { alarms } from './alarms/area.ts'
import { benchmark } from './benchmark/area.ts'
import { comments } from './comments/area.ts'
import { customerData } from './customer-data/area.ts'
import { customers } from './customers/area.ts'
import { dataAct } from './data-act/area.ts'
import { documents } from './documents/area.ts'
import { estimator } from './estimator/area.ts'
import { fleet } from './fleet/area.ts'
import { insight } from './insight/area.ts'
import { library } from './library/area.ts'
import { lines } from './lines/area.ts'
import { monitoring } from './monitoring/area.ts'
import { orders } from './orders/area.ts'
import { production } from './production/area.ts'
import { promises } from './promises/area.ts'
import { sample } from './sample/area.ts'
import { search } from './search/area.ts'
import { service } from './service/area.ts'
import { settings } from './settings/area.ts'
import { sharing } from './sharing/area.ts'

/** Every area of the product, in the order in which they bring their rows and start. */
export const areas = [
  customers,
  access,
  sample,
  monitoring,
  fleet,
  library,
  estimator,
  documents,
  service,
  promises,
  orders,
  lines,
  production,
  dataAct,
  sharing,
  benchmark,
  alarms,
  settings,
  insight,
  search,
  comments,
  customerData,
] as const
