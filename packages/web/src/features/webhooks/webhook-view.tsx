import { changeVerbs, resources } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { AlertIcon, StoppedIcon, WarningIcon } from '../../ui/icons.tsx'
import { CheckIcon } from '../../ui/tool-icons.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { WebhookSecretTab } from './webhook-secret-tab.tsx'

/** How often the states are asked for while they are looked at. */
const LIVE_MS = 5_000

export const webhookView: ResourceView = {
  intro: t('webhooks.eachChangeIsSentSigned'),
  columns: ['host', 'status', 'resources', 'verbs', 'waiting', 'lastDeliveredAt'],
  refreshMs: LIVE_MS,
  sections: [
    { fields: ['name', 'url', 'host', 'enabled', 'status', 'waiting', 'failingSince', 'lastDeliveredAt'] },
    { title: t('webhooks.whatIsSent'), fields: ['resources', 'verbs', 'customerId', 'confidential', 'ownerId'] },
  ],
  hidden: ['secret'],
  suggestions: {
    resources: () => resources.map(({ name }) => name).toSorted(),
    verbs: () => changeVerbs,
  },
  empty: {
    customerId: t('general.everyCustomer'),
    resources: t('general.all'),
    verbs: t('general.all'),
    lastDeliveredAt: t('webhooks.notYet'),
    failingSince: t('webhooks.isNotFailing'),
  },
  words: { switchedOff: t('webhooks.switchedOff') },
  badges: {
    active: { tone: 'ok', icon: CheckIcon },
    failing: { tone: 'warn', icon: WarningIcon },
    disabled: { tone: 'unk', icon: StoppedIcon },
    switchedOff: { tone: 'bad', icon: AlertIcon },
  },
  extraTabs: [
    {
      tab: 'deliveries',
      label: t('webhooks.deliveries'),
      render: (row) => <DeliveriesTab key={row.id} webhookId={row.id} />,
    },
    { tab: 'secret', label: t('webhooks.secret'), render: (row) => <WebhookSecretTab key={row.id} row={row} /> },
  ],
  removal: { ends: t('webhooks.nothingMoreIsSent') },
}
