import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { RotaTab } from './rota-tab.tsx'
import { StepsTab } from './steps-tab.tsx'

export const escalationPolicyView: ResourceView = {
  intro: t('escalation.policiesAre'),
  columns: ['repeats', 'repeatAfterMinutes', 'updatedAt'],
  hidden: ['steps'],
  extraTabs: [{ tab: 'steps', label: t('escalation.steps'), render: (row) => <StepsTab key={row.id} row={row} /> }],
}

export const onCallScheduleView: ResourceView = {
  intro: t('escalation.schedulesAre'),
  columns: ['timeZone', 'startsOn', 'handoverTime', 'turnDays'],
  hidden: ['people', 'overrides'],
  suggestions: { timeZone: () => Intl.supportedValuesOf('timeZone') },
  extraTabs: [{ tab: 'rota', label: t('escalation.rota'), render: (row) => <RotaTab key={row.id} row={row} /> }],
}
