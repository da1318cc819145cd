import { t } from '@packhouse/messages'
import { formatCount } from '../../../lib/format/numbers.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import type { ResourceView } from '../../../resource/view.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AlertIcon, InfoIcon, StoppedIcon, WarningIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'
import { lettersOf } from './subscriber-letters.ts'
import { SubscriberNotice } from './subscriber-notice.tsx'
import { SubscriberTab } from './subscriber-tab.tsx'

/** How often status and counters are asked for while they are looked at. */
const LIVE_MS = 2_000

export const subscriberView: ResourceView = {
  intro: t('telemetry.aSubscriberFetchesTheMessagesOf'),
  // The broker is beside the name.
  columns: ['status', 'topicFilter', 'messageCount', 'lastMessageAt', 'letters'],
  below: (row) => row.connectionError != null && <span className="text-bad">{String(row.connectionError)}</span>,
  notice: (row) => <SubscriberNotice row={row} />,
  notes: ({ connectionError, connectionErrorField }) =>
    connectionError == null || connectionErrorField == null
      ? {}
      : { [String(connectionErrorField)]: String(connectionError) },
  extraColumns: [{ name: 'letters', label: t('telemetry.deadLetters'), render: (row) => <LettersLink row={row} /> }],
  hidden: ['connectionError', 'connectionErrorField', 'deadLetterCount'],
  refreshMs: LIVE_MS,
  sections: [
    {
      fields: [
        'name',
        'enabled',
        'status',
        'messageCount',
        'lastMessageAt',
        'retainedCount',
        'errorCount',
        'lastError',
      ],
    },
    { title: t('telemetry.broker'), fields: ['brokerUrl', 'protocol', 'clientId', 'username', 'password'] },
    {
      title: t('telemetry.messages'),
      fields: ['topicFilter', 'encoding', 'qos', 'session', 'shareGroup', 'customerId'],
    },
    {
      title: t('telemetry.encryption'),
      fields: ['rejectUnauthorized', 'caCertificate', 'clientCertificate', 'clientKey'],
    },
  ],
  words: {
    json: t('telemetry.jsonRecords'),
    sparkplugB: t('telemetry.sparkplugB'),
    raw: t('telemetry.oneValueOnEachTopic'),
    clean: t('telemetry.cleanSession'),
    stored: t('telemetry.storedSession'),
  },
  empty: {
    customerId: t('general.everyCustomer'),
    lastMessageAt: t('telemetry.noneYet'),
    lastError: t('telemetry.noError'),
    shareGroup: t('telemetry.none'),
    session: t('telemetry.asTheEncodingAsks'),
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

/** How many messages of a subscriber were refused, with the way to them. */
function LettersLink({ row }: { row: ResourceRow }) {
  const count = Number(row.deadLetterCount)
  if (count === 0) return <span className="text-text-2">{formatCount(0)}</span>
  return (
    <AppLink
      href={lettersOf(row)}
      className="text-text underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
    >
      {t('telemetry.deadLettersTotal', { total: count })}
    </AppLink>
  )
}
