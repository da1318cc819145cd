import type { ResourceLook } from '../../resource/look.ts'
import { licenceLook } from './licence-look.ts'

/** One kind of reference data: its place in the address, its resource, and what its screen says about it. */
export interface ReferenceKind {
  path: string
  resource: string
  look: ResourceLook
}

const codeAndName: ResourceLook = { columns: ['active', 'sort', 'updatedAt'] }
const rates = { codes: { from: 'currency', to: 'currency' } } satisfies ResourceLook

export const referenceKinds: readonly ReferenceKind[] = [
  { path: 'location-types', resource: 'locationType', look: codeAndName },
  { path: 'industries', resource: 'industry', look: { columns: ['parentId', 'active', 'sort', 'updatedAt'] } },
  {
    path: 'downtime-reasons',
    resource: 'downtimeReason',
    look: {
      columns: ['kind', 'parentId', 'active', 'sort'],
      words: { minorStop: 'Minor stop', speedLoss: 'Speed loss' },
    },
  },
  {
    path: 'countries',
    resource: 'country',
    look: { columns: ['iso3', 'numeric', 'dialCode', 'currency', 'active'], codes: { currency: 'currency' } },
  },
  {
    path: 'currencies',
    resource: 'currency',
    look: {
      columns: ['symbol', 'minorUnits', 'rounding', 'active'],
      hidden: ['isBase'],
      primary: { badge: 'Base', action: 'Make this the base currency' },
    },
  },
  {
    path: 'exchange-rates',
    resource: 'exchangeRate',
    look: {
      ...rates,
      columns: ['rate', 'validOn', 'kind', 'source'],
      sections: [{ fields: ['from', 'to', 'rate', 'validOn', 'kind', 'source'] }],
      hidden: [],
      nameOf: ({ from, to }) => `${from} → ${to}`,
    },
  },
  { path: 'licences', resource: 'licence', look: licenceLook },
  {
    path: 'service-plans',
    resource: 'servicePlan',
    look: {
      columns: ['machineId', 'nextDue', 'status', 'trigger', 'interval', 'remaining'],
      words: { calendar: 'Days', runningHours: 'Running hours', cycles: 'Cycles', ok: 'OK', dueSoon: 'Due soon' },
    },
  },
  {
    path: 'service-records',
    resource: 'serviceRecord',
    look: {
      columns: ['machineId', 'doneAt', 'planId', 'doneById', 'doneBy'],
      within: { planId: { field: 'machineId', path: '/v1/machines/{parentId}/service-plans' } },
    },
  },
]
