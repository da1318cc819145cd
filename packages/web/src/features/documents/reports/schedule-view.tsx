import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { AlertIcon, InfoIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { RecipientState } from './recipient-state.tsx'
import { SendNowTab } from './send-now-tab.tsx'

/** When the monthly reports of customers are mailed, to whom, and how that went. */
export const scheduleView: ResourceView = {
  intro: t('monthlyReport.intro'),
  columns: ['customerId', 'recipientCount', 'nextRunAt', 'lastRunAt', 'lastResult'],
  sections: [
    { fields: ['customerId', 'name', 'active', 'recipientCount'] },
    { title: t('monthlyReport.when'), fields: ['day', 'hour', 'timeZone'] },
    { title: t('monthlyReport.runs'), fields: ['nextRunAt', 'lastRunAt', 'lastResult'] },
  ],
  suggestions: { timeZone: () => Intl.supportedValuesOf('timeZone') },
  empty: { lastResult: t('monthlyReport.notYetRun'), nextRunAt: t('monthlyReport.notActive') },
  words: {
    sending: t('monthlyReport.sending'),
    sent: t('monthlyReport.sent'),
    sentToSome: t('monthlyReport.sentToSome'),
    failed: t('monthlyReport.failed'),
    nobody: t('monthlyReport.nobody'),
    stored: t('monthlyReport.stored'),
  },
  badges: {
    sending: { tone: 'info', icon: RetryIcon },
    sent: { tone: 'ok', icon: CheckIcon },
    sentToSome: { tone: 'warn', icon: WarningIcon },
    failed: { tone: 'bad', icon: AlertIcon },
    nobody: { tone: 'unk', icon: InfoIcon },
    stored: { tone: 'unk', icon: InfoIcon },
  },
  belowRelated: { recipients: (row, userId) => <RecipientState scheduleId={row.id} userId={userId} /> },
  extraTabs: [
    { tab: 'send-now', label: t('monthlyReport.sendNow'), render: (row) => <SendNowTab scheduleId={row.id} /> },
  ],
}
