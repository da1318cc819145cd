import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

export const service: Feature = {
  joins: {
    '/reference': [
      list('downtime-reasons', t('service.downtimeReasons'), 'downtimeReason'),
      list('service-plans', t('service.servicePlans'), 'servicePlan'),
      list('service-records', t('service.serviceRecords'), 'serviceRecord'),
    ],
  },
  related: { machine: async () => (await import('./service-views.ts')).serviceRelated },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./service-views.ts')).serviceViews[resource] ?? {} }
}
