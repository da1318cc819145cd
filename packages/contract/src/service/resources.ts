import { downtimeReasons } from './downtime-reasons.ts'
import { servicePlans } from './service-plans.ts'
import { serviceRecords } from './service-records.ts'

/** The resources of the area. */
export const serviceResources = { servicePlans, serviceRecords, downtimeReasons } as const
