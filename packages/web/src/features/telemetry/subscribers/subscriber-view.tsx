import type { ResourceView } from '../../../resource/view.ts'
import { AlertIcon, InfoIcon, StoppedIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { SubscriberTab } from './subscriber-tab.tsx'

/** How often status and counters are asked for while they are looked at. */
const LIVE_MS = 2_000

export const subscriberView: ResourceView = {
  intro:
    'A subscriber fetches the messages of a broker that is not ours. Tag maps read them; what none can read is kept as a dead letter.',
  columns: ['status', 'brokerUrl', 'topicFilter', 'messageCount', 'lastMessageAt', 'errorCount'],
  refreshMs: LIVE_MS,
  sections: [
    { fields: ['name', 'enabled', 'status', 'messageCount', 'lastMessageAt', 'errorCount', 'lastError'] },
    { title: 'Broker', fields: ['brokerUrl', 'protocol', 'clientId', 'username', 'password'] },
    { title: 'Messages', fields: ['topicFilter', 'encoding', 'qos', 'shareGroup', 'customerId'] },
    { title: 'Encryption', fields: ['rejectUnauthorized', 'caCertificate', 'clientCertificate', 'clientKey'] },
  ],
  words: { json: 'JSON records', sparkplugB: 'Sparkplug B', raw: 'One value on each topic' },
  empty: { customerId: 'Every customer', lastMessageAt: 'None yet', lastError: 'None', shareGroup: 'None' },
  badges: {
    connected: { tone: 'ok', icon: CheckIcon },
    connecting: { tone: 'info', icon: InfoIcon },
    waiting: { tone: 'warn', icon: WarningIcon },
    failed: { tone: 'bad', icon: AlertIcon },
    disabled: { tone: 'unk', icon: StoppedIcon },
  },
  extraTabs: [{ tab: 'connection', label: 'Connection', render: (row) => <SubscriberTab key={row.id} row={row} /> }],
  removal: { act: 'Delete', done: 'deleted', ends: 'Its messages do not arrive any more. What has arrived stays.' },
}
