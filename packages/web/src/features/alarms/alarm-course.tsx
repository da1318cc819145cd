import type { AlarmDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { eventNote, eventWord, personName } from './alarm-words.ts'

/** What happened to an alarm, oldest first, and what became of its webhooks. */
export function AlarmCourse({ alarm }: { alarm: AlarmDetails }) {
  return (
    <section aria-labelledby="alarm-course">
      <h3 id="alarm-course" className="mb-2 text-13 font-semibold">
        {t('alarms.timeline')}
      </h3>
      <ol className="grid gap-2.5 border-s-2 border-line-2 ps-4">
        {alarm.events.map((event) => (
          <li
            key={`${event.at} ${event.kind}`}
            className="relative before:absolute before:top-[5px] before:-start-[21px] before:size-2 before:rounded-full before:bg-kraft"
          >
            <p>
              <b className="font-[550]">{eventWord(event.kind)}</b>
              {event.by !== null && ` ${t('alarms.by', { personName: personName(event.by) })}`}{' '}
              <DateLabel value={event.at} mode="absolute" className="ms-1 text-12 text-text-2" />
            </p>
            {eventNote(event) && <p className="text-text-2 wrap-anywhere">{eventNote(event)}</p>}
          </li>
        ))}
      </ol>
      {alarm.deliveries.length > 0 && <Deliveries deliveries={alarm.deliveries} />}
    </section>
  )
}

const states = { waiting: 'waits', sent: t('alarms.wasTaken'), failed: t('alarms.wasGivenUp') }

function Deliveries({ deliveries }: Pick<AlarmDetails, 'deliveries'>) {
  return (
    <>
      <h3 className="mt-4 mb-2 text-13 font-semibold">{t('alarms.webhook')}</h3>
      <ul className="grid gap-1.5">
        {deliveries.map(({ id, event, host, state, attempts, reason }) => (
          <li key={id} className="wrap-anywhere">
            {t('alarms.theNoticeThatIt')} {event === 'raised' ? t('alarms.wasRaised') : t('alarms.hasCleared')}{' '}
            {states[state]} {t('alarms.at')} <span className="code">{host}</span> {t('alarms.after')} {attempts}{' '}
            {attempts === 1 ? 'attempt' : 'attempts'}.
            {reason !== null && <span className="text-text-2"> {reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
