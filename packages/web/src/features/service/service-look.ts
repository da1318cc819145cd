import type { Related, ResourceLook } from '../../resource/look.ts'

const servicePlanLook: ResourceLook = {
  columns: ['nextDue', 'status', 'trigger', 'interval', 'remaining'],
  sections: [{ fields: ['name', 'trigger', 'interval', 'leadDays', 'active'] }],
  words: { calendar: 'Days', runningHours: 'Running hours', cycles: 'Cycles', ok: 'OK', dueSoon: 'Due soon' },
}

const serviceRecordLook: ResourceLook = {
  columns: ['doneAt', 'planId', 'doneById', 'doneBy'],
  within: { planId: { field: 'machineId', path: '/v1/machines/{parentId}/service-plans' } },
}

/** What the drawer of an installed machine has of its service. */
export const serviceRelated: readonly Related[] = [
  {
    tab: 'service-plans',
    resource: 'servicePlan',
    path: '/v1/machines/{parentId}/service-plans',
    look: servicePlanLook,
  },
  {
    tab: 'service-records',
    resource: 'serviceRecord',
    path: '/v1/machines/{parentId}/service-records',
    look: serviceRecordLook,
  },
]
