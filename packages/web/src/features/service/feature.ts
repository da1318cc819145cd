import type { Feature, Screen } from '../../resource/feature.ts'

export const service: Feature = {
  sections: [
    {
      to: '/service',
      label: 'Service',
      area: 'Machines',
      about: 'What was done and what is planned',
      screens: [list('records', 'Service records', 'serviceRecord'), list('plans', 'Service plans', 'servicePlan')],
    },
  ],
  waiting: [
    {
      label: 'Services due',
      about: 'Due soon or overdue',
      permission: 'servicePlan.read',
      list: '/service/plans',
      filter: { status: 'dueSoon,overdue' },
      resource: 'servicePlan',
    },
  ],
  joins: { '/reference': [list('downtime-reasons', 'Downtime reasons', 'downtimeReason')] },
  moved: { '/reference/service-plans': '/service/plans', '/reference/service-records': '/service/records' },
  related: { machine: async () => (await import('./service-views.ts')).serviceRelated },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./service-views.ts')).serviceViews[resource] ?? {} }
}
