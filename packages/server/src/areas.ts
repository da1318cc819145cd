import { access } from './access/area.ts'
import { alarms } from './alarms/area.ts'
import { customers } from './customers/area.ts'
import { documents } from './documents/area.ts'
import { estimator } from './estimator/area.ts'
import { insight } from './insight/area.ts'
import { library } from './library/area.ts'
import { monitoring } from './monitoring/area.ts'
import { sample } from './sample/area.ts'
import { search } from './search/area.ts'
import { service } from './service/area.ts'
import { settings } from './settings/area.ts'

/** Every area of the product, in the order in which they bring their rows and start. */
export const areas = [
  customers,
  access,
  sample,
  monitoring,
  library,
  estimator,
  documents,
  service,
  alarms,
  settings,
  insight,
  search,
] as const
