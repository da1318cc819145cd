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
        list('requests', t('service.serviceRequests'), 'serviceRequest'),
        {
          path: 'calendar',
          label: t('service.calendar'),
          permission: 'serviceVisit.read',
          load: async () => (await import('./calendar/calendar-page.tsx')).CalendarPage,
        },
        list('visits', t('service.visits'), 'serviceVisit'),
        list('plans', t('service.servicePlans'), 'servicePlan'),
        list('machine-parts', t('service.partsOfMachines'), 'machinePart'),
        list('model-parts', t('service.partsOfModels'), 'modelPart'),
        list('shifts', t('service.shifts'), 'shift'),
        list('non-working-days', t('service.nonWorkingDays'), 'nonWorkingDay'),
      ],
    },
  ],
  waiting: [
    {
      label: t('service.servicesDue'),
      act: t('home.plan'),
      about: t('service.dueSoonOrOverdue'),
      permission: 'servicePlan.read',
      list: '/service/plans',
      filter: { status: 'dueSoon,overdue' },
      resource: 'servicePlan',
      of: { field: 'machineId', resource: 'machine', label: 'machineID' },
      opens: 'open',
    },
    {
      label: t('service.serviceRequests'),
      act: t('home.answer'),
      about: t('service.askedForAndNotPlanned'),
      permission: 'serviceRequest.read',
      list: '/service/requests',
      filter: { status: 'open' },
      resource: 'serviceRequest',
      nameOf: ({ subject }) => String(subject),
      of: { field: 'machineId', resource: 'machine', label: 'machineID' },
      opens: 'open',
    },
    {
      label: t('service.overdueVisits'),
      act: t('home.plan'),
      about: t('service.overdueVisitsAbout'),
      permission: 'serviceVisit.read',
      list: '/service/visits',
      filter: { isOverdue: 'true' },
      resource: 'serviceVisit',
      nameOf: ({ subject }) => String(subject),
      of: { field: 'machineId', resource: 'machine', label: 'machineID' },
      opens: 'open',
    },
  ],
  joins: { '/reference': [list('downtime-reasons', t('service.downtimeReasons'), 'downtimeReason')] },
  moved: { '/reference/service-plans': '/service/plans', '/reference/service-records': '/service/records' },
  pages: [
    {
      path: 'service/visits/$id',
      resource: 'serviceVisit',
      load: async () => (await import('./visits/visit-page.tsx')).VisitPage,
    },
  ],
  panels: {
    customer: async () => [
      {
        name: 'services',
        permission: 'servicePlan.read',
        Panel: (await import('./customer-services-panel.tsx')).CustomerServicesPanel,
      },
    ],
  },
  related: {
    machine: async () => (await import('./service-views.ts')).serviceRelated,
    machineDocument: async () => (await import('./service-views.ts')).marksOfDrawing,
    itemMaster: async () => (await import('./service-views.ts')).machinesOfPart,
    libraryMachine: async () => (await import('./service-views.ts')).partsOfModel,
  },
  outbox: {
    serviceRequest: async () => (await import('./requests/request-outbox.ts')).requestOutbox,
    serviceVisit: async () => (await import('./visits/visit-outbox.ts')).visitOutbox,
  },
  embedded: {
    requestedPart: ({ requestId }) => `/service/requests?open=${requestId}`,
    drawingMark: ({ documentId }) => `/library/documents/of-machines?open=${documentId}`,
    visitTask: ({ visitId }) => `/service/visits?open=${visitId}`,
    servicePlanPart: ({ planId }) => `/service/plans?open=${planId}`,
  },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./service-views.ts')).serviceViews[resource] ?? {} }
}
