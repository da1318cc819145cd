import type { serviceRequests, serviceVisits } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { createElement } from 'react'
import type { ExtraColumn, ExtraTab, Related, ResourceView } from '../../resource/view.ts'
import { MachinesOfPart } from './parts/machines-of-part.tsx'
import { RequestQuote } from './parts/request-quote.tsx'
import { RequestPhotosTab } from './requests/request-photos.tsx'
import { RecordReport } from './signing/record-report.tsx'
import { RequestBadge, VisitBadge } from './state-badges.tsx'
import { visitKindWords, visitStatusWords } from './visits/visit-words.ts'
import { requestStatusWords } from './words.ts'

const planWords = {
  calendar: t('service.days'),
  runningHours: t('service.runningHours'),
  cycles: t('service.cycles'),
  ok: t('service.ok'),
  dueSoon: t('service.dueSoon'),
}
const planWithin = { planId: { field: 'machineId', path: '/v1/machines/{parentId}/service-plans' } }

/** The report as a PDF and its signatures. */
const reportTab: ExtraTab = {
  tab: 'report',
  label: t('service.report'),
  render: ({ id }) => createElement(RecordReport, { key: id, id }),
}

/** The lines of a request for parts, in its drawer. */
const requestedPartsRelated: Related = {
  tab: 'parts',
  resource: 'requestedPart',
  path: '/v1/service-requests/{parentId}/parts',
  view: { columns: ['itemId', 'quantity'] },
  workedOnHere: true,
}

/** The photos that came with it. */
const photosTab: ExtraTab = {
  tab: 'photos',
  label: t('service.requestPhotos'),
  render: (row) => createElement(RequestPhotosTab, { key: row.id, row }),
}

/** What its parts become in the estimator. */
const quoteTab: ExtraTab = {
  tab: 'quote',
  label: t('service.quote'),
  render: (row) => createElement(RequestQuote, { key: row.id, row }),
}

/** Of requests, for those who read them. */
export const requestWords = {
  ...requestStatusWords,
  service: t('service.service'),
  parts: t('service.spareParts'),
  inPreparation: t('service.quoteInPreparation'),
  quoted: t('service.quoted'),
  ordered: t('service.ordered'),
  notOrdered: t('service.notOrdered'),
  standing: t('service.machineStands'),
  soon: t('service.soon'),
  whenConvenient: t('service.whenConvenient'),
}

/** A day that has passed is part of how far a visit or a request is. */
const requestState: ExtraColumn = {
  name: 'state',
  label: t('service.status'),
  isState: true,
  render: (row) => createElement(RequestBadge, { request: row as ReturnType<typeof serviceRequests.row.parse> }),
}
const visitState: ExtraColumn = {
  name: 'state',
  label: t('service.status'),
  isState: true,
  render: (row) => createElement(VisitBadge, { visit: row as ReturnType<typeof serviceVisits.row.parse> }),
}

const visitWords = {
  ...visitKindWords,
  ...visitStatusWords,
}

/** How the resources of service look in lists of their own. */
export const serviceViews: Readonly<Record<string, ResourceView>> = {
  servicePlan: {
    columns: ['machineId', 'nextDue', 'status', 'trigger', 'interval', 'remaining'],
    hidden: ['sharedNextDue'],
    words: planWords,
    related: [
      {
        tab: 'parts',
        resource: 'servicePlanPart',
        path: '/v1/service-plans/{parentId}/parts',
        view: { columns: ['itemId', 'quantity'] },
        workedOnHere: true,
      },
    ],
  },
  machinePart: {
    intro: t('service.machinePartsIntro'),
    columns: ['machineId', 'itemId', 'quantity', 'documentId', 'validUntil'],
    sections: [
      { fields: ['machineId', 'position', 'itemId', 'quantity', 'documentId'] },
      { title: t('service.replacement'), fields: ['validFrom', 'validUntil'] },
    ],
  },
  modelPart: { intro: t('service.modelPartsIntro'), columns: ['libraryMachineId', 'itemId', 'quantity', 'documentId'] },
  serviceRecord: {
    columns: ['machineId', 'doneAt', 'planId', 'doneById', 'doneBy'],
    within: planWithin,
    extraTabs: [reportTab],
  },
  serviceVisit: {
    intro: t('service.visitsIntro'),
    columns: ['startsAt', 'machineId', 'kind', 'engineerId', 'state'],
    extraColumns: [visitState],
    words: visitWords,
    sections: [{ fields: ['machineId', 'subject', 'kind', 'engineerId', 'startsAt', 'endsAt', 'status', 'note'] }],
    page: ({ id }) => `/service/visits/${id}`,
    pageAct: t('service.openVisit'),
    related: [
      {
        tab: 'tasks',
        resource: 'visitTask',
        path: '/v1/service-visits/{parentId}/tasks',
        view: {
          columns: ['machineId', 'planId', 'requestId'],
          within: {
            planId: { field: 'machineId', path: '/v1/machines/{parentId}/service-plans' },
            requestId: { field: 'machineId', path: '/v1/machines/{parentId}/service-requests' },
          },
        },
        workedOnHere: true,
      },
    ],
  },
  serviceRequest: {
    columns: ['machineId', 'kind', 'urgency', 'state', 'quoteState', 'plannedOn', 'engineerId', 'createdAt'],
    extraColumns: [requestState],
    words: requestWords,
    related: [requestedPartsRelated],
    extraTabs: [photosTab, quoteTab],
    sections: [
      { fields: ['machineId', 'kind', 'subject', 'details', 'urgency', 'wantedOn', 'phone'] },
      { title: t('service.whatBecomesOfIt'), fields: ['status', 'plannedOn', 'engineerId', 'answer'] },
    ],
  },
  shift: {
    intro: t('service.shiftsIntro'),
    columns: ['locationId', 'startsAt', 'endsAt', 'breakFrom', 'breakTo'],
    sections: [
      { fields: ['locationId', 'name', 'startsAt', 'endsAt'] },
      { title: t('service.breaks'), fields: ['breakFrom', 'breakTo', 'secondBreakFrom', 'secondBreakTo'] },
      {
        title: t('service.days'),
        fields: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'firstDay', 'lastDay'],
      },
    ],
  },
  nonWorkingDay: { intro: t('service.nonWorkingDaysIntro'), columns: ['locationId', 'day'] },
  downtimeReason: {
    columns: ['kind', 'parentId', 'active', 'sort'],
    words: { minorStop: t('service.minorStop'), speedLoss: t('service.speedLoss') },
  },
}

const planOfMachineView: ResourceView = {
  columns: ['nextDue', 'status', 'trigger', 'interval', 'remaining'],
  hidden: ['sharedNextDue'],
  sections: [{ fields: ['name', 'trigger', 'interval', 'leadDays', 'active'] }],
  words: planWords,
}

const recordOfMachineView: ResourceView = {
  columns: ['doneAt', 'planId', 'doneById', 'doneBy'],
  within: planWithin,
  extraTabs: [reportTab],
}

/** The machines that a part of the catalogue is built into. */
export const machinesOfPart: readonly Related[] = [
  {
    tab: 'machines',
    resource: 'machinePart',
    path: '/v1/estimator/item-masters/{parentId}/machine-parts',
    view: { columns: ['machineId', 'quantity', 'validFrom', 'validUntil'] },
    inDrawer: (itemId) => createElement(MachinesOfPart, { key: itemId, itemId }),
  },
]

/** Where positions are on a drawing. They are set by hand on the page of a machine. */
export const marksOfDrawing: readonly Related[] = [
  {
    tab: 'marks',
    resource: 'drawingMark',
    path: '/v1/machine-documents/{parentId}/marks',
    view: { columns: ['page', 'x', 'y'] },
  },
]

/** The parts list of a model of the library. */
export const partsOfModel: readonly Related[] = [
  {
    tab: 'spare-parts',
    resource: 'modelPart',
    path: '/v1/machine-library/machines/{parentId}/parts',
    view: { columns: ['itemId', 'quantity', 'documentId'] },
  },
]

/** What the drawer of an installed machine has of its service. */
export const serviceRelated: readonly Related[] = [
  {
    tab: 'spare-parts',
    resource: 'machinePart',
    path: '/v1/machines/{parentId}/parts',
    view: { columns: ['itemId', 'quantity', 'documentId', 'validFrom', 'validUntil'] },
  },
  {
    tab: 'service-visits',
    resource: 'serviceVisit',
    path: '/v1/service-visits',
    by: 'machineId',
    view: { columns: ['startsAt', 'kind', 'engineerId', 'state'], extraColumns: [visitState], words: visitWords },
  },
  {
    tab: 'service-requests',
    resource: 'serviceRequest',
    path: '/v1/machines/{parentId}/service-requests',
    view: {
      columns: ['urgency', 'state', 'plannedOn', 'engineerId', 'createdAt'],
      extraColumns: [requestState],
      words: requestWords,
    },
  },
  {
    tab: 'service-plans',
    resource: 'servicePlan',
    path: '/v1/machines/{parentId}/service-plans',
    view: planOfMachineView,
  },
  {
    tab: 'service-records',
    resource: 'serviceRecord',
    path: '/v1/machines/{parentId}/service-records',
    view: recordOfMachineView,
  },
]
