import type { Feature, Screen } from '../../resource/feature.ts'

export const service: Feature = {
  joins: {
    '/reference': [
      list('downtime-reasons', 'Downtime reasons', 'downtimeReason'),
      list('service-plans', 'Service plans', 'servicePlan'),
      list('service-records', 'Service records', 'serviceRecord'),
    ],
  },
  related: { machine: async () => (await import('./service-views.ts')).serviceRelated },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./service-views.ts')).serviceViews[resource] ?? {} }
}
