import type { AlarmDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { eventNote, eventWord, personName, reachedWords } from './alarm-words.ts'

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
            key={`${event.at} ${event.kind} ${event.by?.id}`}
            className="relative before:absolute before:top-[5px] before:-start-[21px] before:size-2 before:rounded-full before:bg-kraft"
          >
            <p>
              <EventTitle event={event} />{' '}
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

function EventTitle({ event }: { event: AlarmDetails['events'][number] }) {
  const reached = reachedWords(event)
  const title = <b className="font-[550]">{reached ?? eventWord(event.kind)}</b>
  if (reached !== undefined) return title
  return event.by === null ? title : rich('alarms.eventByName', { event: title, name: personName(event.by) })
}

function Deliveries({ deliveries }: Pick<AlarmDetails, 'deliveries'>) {
  return (
    <>
      <h3 className="mt-4 mb-2 text-13 font-semibold">{t('alarms.webhook')}</h3>
      <ul className="grid gap-1.5">
        {deliveries.map(({ id, event, host, state, attempts, reason }) => (
          <li key={id} className="wrap-anywhere">
            {rich('alarms.webhookDelivery', { event, state, attempts, host: <span className="code">{host}</span> })}
            {reason !== null && <span className="text-text-2"> {reason}</span>}
          </li>
        ))}
      </ul>
    </>
  )
}
