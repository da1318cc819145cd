import { t } from '@packhouse/messages'
import { createElement } from 'react'
import type { ExtraTab, Related, ResourceView } from '../../resource/view.ts'
import { RecordReport } from './signing/record-report.tsx'

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

/** How the resources of service look in lists of their own. */
export const serviceViews: Readonly<Record<string, ResourceView>> = {
  servicePlan: { columns: ['machineId', 'nextDue', 'status', 'trigger', 'interval', 'remaining'], words: planWords },
  serviceRecord: {
    columns: ['machineId', 'doneAt', 'planId', 'doneById', 'doneBy'],
    within: planWithin,
    extraTabs: [reportTab],
  },
  downtimeReason: {
    columns: ['kind', 'parentId', 'active', 'sort'],
    words: { minorStop: t('service.minorStop'), speedLoss: t('service.speedLoss') },
  },
}

const planOfMachineView: ResourceView = {
  columns: ['nextDue', 'status', 'trigger', 'interval', 'remaining'],
  sections: [{ fields: ['name', 'trigger', 'interval', 'leadDays', 'active'] }],
  words: planWords,
}

const recordOfMachineView: ResourceView = {
  columns: ['doneAt', 'planId', 'doneById', 'doneBy'],
  within: planWithin,
  extraTabs: [reportTab],
}

/** What the drawer of an installed machine has of its service. */
export const serviceRelated: readonly Related[] = [
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
