import type { orderedMachines } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { stepWords } from '../../entities/order/step-words.ts'
import { formatPlainDate } from '../../lib/format/dates.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import type { ResourceView } from '../../resource/view.ts'
import { Badge } from '../../ui/badge.tsx'
import { EnterButton } from './enter-button.tsx'
import { LabelTab } from './label-tab.tsx'
import { PlanTab } from './plan-tab.tsx'

/** How ordered machines look in their list. */
export const orderedMachineView: ResourceView = {
  intro: t('orders.intro'),
  columns: ['plan', 'customerId', 'model', 'locationId', 'machineId'],
  extraColumns: [{ name: 'plan', label: t('orders.plan'), render: (row) => <NextStep row={row} />, isState: true }],
  within: { locationId: { field: 'customerId', path: '/v1/customers/{parentId}/locations' } },
  words: stepWords,
  sections: [
    { fields: ['number', 'description', 'customerId', 'locationId', 'model', 'plannedMachineID', 'serial'] },
    {
      title: t('orders.plan'),
      fields: [
        'responsibleId',
        ...['factoryTestPlanned', 'factoryTestDone', 'deliveryPlanned', 'deliveryDone', 'installationPlanned'],
        ...['installationDone', 'siteTestPlanned', 'siteTestDone', 'trainingPlanned', 'trainingDone'],
      ],
    },
  ],
  facts: ['options', 'projectId', 'version', 'labelMadeAt', 'machineId', 'claimedAt'],
  extraTabs: [
    { tab: 'plan', label: t('orders.plan'), render: (row) => <PlanTab key={row.id} row={row} /> },
    { tab: 'label', label: t('orders.claim'), render: (row) => <LabelTab key={row.id} row={row} /> },
  ],
  listActions: () => <EnterButton />,
  refreshMs: 60_000,
}

/** The step that comes next, and whether the plan is late. */
function NextStep({ row }: { row: ResourceRow }) {
  const { nextStep, nextOn, isLate } = row as ReturnType<typeof orderedMachines.row.parse>
  if (nextStep === null) return <Badge tone="ok">{t('orders.allDone')}</Badge>
  return (
    <span className="inline-flex min-w-max items-center gap-2">
      <Badge tone={isLate ? 'bad' : 'info'}>
        {isLate ? t('orders.isLate', { step: stepWords[nextStep] }) : stepWords[nextStep]}
      </Badge>
      {nextOn !== null && <span className="text-12 text-text-2">{formatPlainDate(nextOn)}</span>}
    </span>
  )
}
