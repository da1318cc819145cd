import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

export const service: Feature = {
  sections: [
    {
      to: '/service',
      label: t('service.service'),
      area: 'machines',
      about: t('service.whatWasDoneAndWhatIs'),
      takes: { area: 'Service' },
      screens: [
        list('records', t('service.serviceRecords'), 'serviceRecord'),
        list('plans', t('service.servicePlans'), 'servicePlan'),
      ],
    },
  ],
  waiting: [
    {
      label: t('service.servicesDue'),
      about: t('service.dueSoonOrOverdue'),
      permission: 'servicePlan.read',
      list: '/service/plans',
      filter: { status: 'dueSoon,overdue' },
      resource: 'servicePlan',
    },
  ],
  joins: { '/reference': [list('downtime-reasons', t('service.downtimeReasons'), 'downtimeReason')] },
  moved: { '/reference/service-plans': '/service/plans', '/reference/service-records': '/service/records' },
  related: { machine: async () => (await import('./service-views.ts')).serviceRelated },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./service-views.ts')).serviceViews[resource] ?? {} }
}
