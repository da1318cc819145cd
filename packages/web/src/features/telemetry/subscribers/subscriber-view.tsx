import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { AlertIcon, InfoIcon, StoppedIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { SubscriberTab } from './subscriber-tab.tsx'

/** How often status and counters are asked for while they are looked at. */
const LIVE_MS = 2_000

export const subscriberView: ResourceView = {
  intro: t('telemetry.aSubscriberFetchesTheMessagesOf'),
  columns: ['status', 'brokerUrl', 'topicFilter', 'messageCount', 'lastMessageAt', 'errorCount'],
  refreshMs: LIVE_MS,
  sections: [
    { fields: ['name', 'enabled', 'status', 'messageCount', 'lastMessageAt', 'errorCount', 'lastError'] },
    { title: t('telemetry.broker'), fields: ['brokerUrl', 'protocol', 'clientId', 'username', 'password'] },
    { title: t('telemetry.messages'), fields: ['topicFilter', 'encoding', 'qos', 'shareGroup', 'customerId'] },
    {
      title: t('telemetry.encryption'),
      fields: ['rejectUnauthorized', 'caCertificate', 'clientCertificate', 'clientKey'],
    },
  ],
  words: {
    json: t('telemetry.jsonRecords'),
    sparkplugB: t('telemetry.sparkplugB'),
    raw: t('telemetry.oneValueOnEachTopic'),
  },
  empty: {
    customerId: t('general.everyCustomer'),
    lastMessageAt: t('telemetry.noneYet'),
    lastError: t('telemetry.noError'),
    shareGroup: t('telemetry.none'),
  },
  badges: {
    connected: { tone: 'ok', icon: CheckIcon },
    connecting: { tone: 'info', icon: InfoIcon },
    waiting: { tone: 'warn', icon: WarningIcon },
    failed: { tone: 'bad', icon: AlertIcon },
    disabled: { tone: 'unk', icon: StoppedIcon },
  },
  extraTabs: [
    { tab: 'connection', label: t('telemetry.connection'), render: (row) => <SubscriberTab key={row.id} row={row} /> },
  ],
  removal: { ends: t('telemetry.itsMessagesDoNotArriveAny') },
}
