import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { visitKindWords, visitStatusWords, visitTimes } from '../visits/visit-words.ts'
import type { CalendarVisit, DuePlan } from './calendar-week.ts'

const looks: Readonly<Record<CalendarVisit['status'], string>> = {
  planned: 'border-info bg-info-soft text-info',
  underWay: 'border-warn bg-warn-soft text-warn',
  done: 'border-ok bg-ok-soft text-ok',
  cancelled: 'border-line-2 text-text-2',
}
const OVERDUE = 'border-bad bg-bad-soft text-bad'
const box = 'block w-full rounded-control border-s-[3px] px-1.5 py-1 text-start text-12 leading-tight'

interface VisitEntryProps {
  visit: CalendarVisit
  /** Whether its engineer is elsewhere at the same time. */
  overlaps: boolean
  engineer?: string | undefined
  isMovable?: boolean
  /** Absent for who may not plan: the entry leads to the visit. */
  onOpen: (() => void) | undefined
}

/** A visit in the calendar: when, at which machine and for whom. What there is no room for is read aloud and shown by the pointer. */
export function VisitEntry({ visit, overlaps, engineer, isMovable = false, onOpen }: VisitEntryProps) {
  const { subject, kind, status, isOverdue, machineID, machines, customer, city, startsAt, endsAt } = visit
  const clock = siteClock(undefined)
  const where = [engineer, customer, city].filter(Boolean).join(', ')
  const state = isOverdue ? t('service.overdue') : visitStatusWords[status]
  const more = [subject, visitKindWords[kind], state, overlaps && t('service.overlaps')].filter(Boolean).join(', ')
  const title = `${visitTimes(visit)} · ${machineID} · ${where} · ${more}`
  const className = classNames(box, isOverdue ? OVERDUE : looks[status], 'max-md:min-h-11 max-md:text-14')
  const content = (
    <>
      <span className="flex items-center gap-1 font-semibold tabular-nums">
        {overlaps && <WarningIcon size={12} />}
        {clock.time(Date.parse(startsAt))}–{clock.time(Date.parse(endsAt))}
      </span>
      <span className="block truncate text-text" translate="no">
        {machineID}
        {machines > 1 && ` +${machines - 1}`} · {where}
      </span>
      <span className="sr-only">, {more}</span>
    </>
  )
  if (onOpen === undefined) {
    return (
      <AppLink href={`/service/visits/${visit.id}`} title={title} className={classNames(className, 'no-underline')}>
        {content}
      </AppLink>
    )
  }
  return (
    <button
      type="button"
      draggable={isMovable && status !== 'done'}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', visit.id)
        event.dataTransfer.effectAllowed = 'move'
      }}
      title={title}
      onClick={onOpen}
      className={className}
    >
      {content}
    </button>
  )
}

interface DueEntryProps {
  plan: DuePlan
  /** The day that it is shown on; it may be overdue by then. */
  day: string
  mayPlan: boolean
  onOpen: () => void
}

/** A service that falls due on a day; pressed it is planned. */
export function DueEntry({ plan, day, mayPlan, onOpen }: DueEntryProps) {
  const { name, machineID, customer, nextDue } = plan
  const overdue = nextDue < day ? t('service.overdueSince', { day: formatPlainDate(nextDue) }) : null
  const look = classNames(box, 'border-dashed border-control bg-surface-2 text-text max-md:min-h-11 max-md:text-14')
  const content = (
    <>
      <span className="flex items-center gap-1 font-semibold" translate="no">
        {overdue !== null && <WarningIcon size={12} className="shrink-0 text-bad" />}
        {machineID}
      </span>
      <span className="block truncate text-text-2" translate="no">
        {[name, customer].filter(Boolean).join(', ')}
      </span>
      {overdue !== null && <span className="sr-only">{overdue}</span>}
    </>
  )
  if (!mayPlan) return <div className={look}>{content}</div>
  return (
    <button
      type="button"
      title={[name, machineID, customer, overdue].filter(Boolean).join(', ')}
      onClick={onOpen}
      className={look}
    >
      <span className="sr-only">{t('service.planVisit')}: </span>
      {content}
    </button>
  )
}
