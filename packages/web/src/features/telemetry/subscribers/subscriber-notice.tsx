import { t } from '@packhouse/messages'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { declared, type ResourceRow } from '../../../resource/registry.ts'
import { labelOfField } from '../../../resource/view.ts'
import { Alert } from '../../../ui/alert.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { lettersOf } from './subscriber-letters.ts'

/** What fails of a subscriber, why, and where to go on: whether it is connected, and which of its messages were refused. */
export function SubscriberNotice({ row }: { row: ResourceRow }) {
  const count = Number(row.deadLetterCount)
  const cause = row.connectionErrorField == null ? undefined : String(row.connectionErrorField)
  return (
    <div className="mt-2 grid gap-2 text-13">
      {row.connectionError != null && (
        <Alert tone={row.status === 'failed' ? 'bad' : 'warn'}>
          <b className="font-semibold">
            {row.status === 'failed' ? t('telemetry.notConnectedUntilChanged') : t('telemetry.notConnectedTriesAgain')}
          </b>
          <p>{String(row.connectionError)}</p>
          {cause && <p>{t('telemetry.theCauseIsIn', { label: labelOfField(declared('mqttSubscriber'), cause) })}</p>}
        </Alert>
      )}
      {count > 0 && (
        <Alert tone="warn">
          <AppLink href={lettersOf(row)} className="font-semibold underline underline-offset-2">
            {t('telemetry.deadLettersTotal', { total: count })}
          </AppLink>
          {row.lastError != null && row.lastError !== row.connectionError && (
            <p className="wrap-anywhere">{t('telemetry.lastRefusal', { error: String(row.lastError) })}</p>
          )}
        </Alert>
      )}
      {row.status === 'connected' && row.lastMessageAt == null && (
        <Alert tone="info">{t('telemetry.connectedButNothingCame', { filter: String(row.topicFilter) })}</Alert>
      )}
      {row.status === 'connected' && row.lastMessageAt != null && count === 0 && (
        <p className="text-text-2">
          {t('telemetry.connectedLastMessage')} <DateLabel value={String(row.lastMessageAt)} />
        </p>
      )}
    </div>
  )
}
