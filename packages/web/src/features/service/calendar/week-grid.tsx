import type { ServiceCalendar } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type DragEvent, type ReactNode, useMemo, useRef } from 'react'
import { dateFormat } from '../../../lib/format/date-formats.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { useRowWindow } from '../../../lib/use-row-window.ts'
import { classNames } from '../../../ui/class-names.ts'
import { DueEntry, VisitEntry } from './calendar-entry.tsx'
import { type CalendarVisit, type DuePlan, dayOfPlan, daysOfVisit, overlapping } from './calendar-week.ts'
import { useMoveVisit } from './use-move-visit.ts'
import type { VisitStart } from './visit-form.tsx'

/** Heights in CSS pixels, as the rows have them: more than fits into a day scrolls within it. */
const ROW = 96
const HEAD = 40

export interface WeekProps {
  calendar: ServiceCalendar
  /** Seven dates. */
  days: readonly string[]
  today: string
  mayPlan: boolean
  onOpen: (start: VisitStart) => void
}

/** The week with a row for each engineer. Only the rows in view are drawn. */
export function WeekGrid({ calendar, days, today, mayPlan, onOpen }: WeekProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const move = useMoveVisit()
  const clock = siteClock(undefined)
  const { engineers, visits, duePlans } = calendar
  const overlaps = useMemo(() => overlapping(visits), [visits])
  const rows = useMemo(
    () => [...(visits.some(({ engineerId }) => engineerId === null) ? [nobody()] : []), ...engineers],
    [engineers, visits],
  )
  const drawn = useRowWindow(scroller, rows.length + 1, ROW, HEAD)
  const at = (engineerId: string | null, day: string) =>
    visits.filter((visit) => visit.engineerId === engineerId && daysOfVisit(visit, days, clock).includes(day))
  const drop = (event: DragEvent, engineerId: string | null, day: string) => {
    event.preventDefault()
    const visit = visits.find(({ id }) => id === event.dataTransfer.getData('text/plain'))
    if (visit !== undefined) void move(visit, engineerId, day)
  }
  const row = (n: number) => {
    if (n === 0) {
      return (
        <Row key="due" place={n} name={<span className="text-text-2">{t('service.dueAndNotPlanned')}</span>}>
          {days.map((day) => (
            <Cell key={day} isToday={day === today}>
              {duePlans
                .filter((plan) => dayOfPlan(plan, days, today) === day)
                .map((plan) => (
                  <DueEntry
                    key={plan.id}
                    plan={plan}
                    day={day}
                    mayPlan={mayPlan}
                    onOpen={() => onOpen(startOf(plan, day))}
                  />
                ))}
            </Cell>
          ))}
        </Row>
      )
    }
    const engineer = rows[n - 1]
    if (engineer === undefined) return null
    return (
      <Row key={engineer.id ?? 'nobody'} place={n} name={<span translate="no">{engineer.name}</span>}>
        {days.map((day) => (
          <Cell
            key={day}
            isToday={day === today}
            onDrop={mayPlan ? (event) => drop(event, engineer.id, day) : undefined}
          >
            {at(engineer.id, day).map((visit) => (
              <VisitEntry
                key={visit.id}
                visit={visit}
                overlaps={overlaps.has(visit.id)}
                isMovable={mayPlan}
                onOpen={mayPlan ? () => onOpen(changeOf(visit)) : undefined}
              />
            ))}
          </Cell>
        ))}
      </Row>
    )
  }
  return (
    <div
      ref={scroller}
      onScroll={drawn.onScroll}
      // Positioned, so that what only screen readers are given is cut with its cell and does not widen the page.
      className="relative min-h-80 flex-1 overflow-auto rounded-panel border border-line bg-surface"
    >
      <table
        aria-rowcount={rows.length + 2}
        className="w-full min-w-[980px] table-fixed border-separate border-spacing-0"
      >
        <thead>
          <tr className="h-10">
            <th
              scope="col"
              className="sticky top-0 start-0 z-20 w-40 border-b border-line-2 bg-surface-2 px-3 text-start text-12"
            >
              {t('service.engineer')}
            </th>
            {days.map((day) => (
              <th
                key={day}
                scope="col"
                aria-current={day === today ? 'date' : undefined}
                className={classNames(
                  'sticky top-0 z-10 border-b border-s border-line-2 bg-surface-2 px-2 text-start text-12 tabular-nums',
                  day === today && 'text-kraft-strong',
                )}
              >
                {dateFormat('day', 'UTC').format(Date.parse(`${day}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.first > 0 && <Gap rows={drawn.first} />}
          {Array.from({ length: drawn.end - drawn.first }, (_, n) => row(drawn.first + n))}
          {drawn.end <= rows.length && <Gap rows={rows.length + 1 - drawn.end} />}
        </tbody>
      </table>
    </div>
  )
}

/** In the place of rows that are not drawn. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr style={{ height: rows * ROW }}>
      <td colSpan={8} />
    </tr>
  )
}

function Row({ place, name, children }: { place: number; name: ReactNode; children: ReactNode }) {
  return (
    <tr aria-rowindex={place + 2} className="h-24">
      <th
        scope="row"
        className="sticky start-0 z-10 border-b border-line bg-surface px-3 py-2 text-start align-top text-13 font-[550] wrap-anywhere"
      >
        {name}
      </th>
      {children}
    </tr>
  )
}

interface CellProps {
  isToday: boolean
  onDrop?: ((event: DragEvent) => void) | undefined
  children: ReactNode
}

function Cell({ isToday, onDrop, children }: CellProps) {
  return (
    <td
      onDragOver={onDrop && ((event) => event.preventDefault())}
      onDrop={onDrop}
      className={classNames('border-b border-s border-line p-0 align-top', isToday && 'bg-kraft-soft')}
    >
      <div className="grid max-h-[95px] grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-y-auto p-1">
        {children}
      </div>
    </td>
  )
}

/** The row of visits that nobody does yet. */
function nobody(): { id: null; name: string } {
  return { id: null, name: t('service.nobodyYet') }
}

/** The form for a service that falls due. */
export function startOf({ id, machineId, name }: DuePlan, day: string): VisitStart {
  return { day, machineId, planId: id, subject: name }
}

/** The form for a visit that is there. */
export function changeOf(visit: CalendarVisit): VisitStart {
  return { day: visit.startsAt.slice(0, 10), visit }
}
