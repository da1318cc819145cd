import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { dateFormat } from '../../../lib/format/date-formats.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { DueEntry, VisitEntry } from './calendar-entry.tsx'
import { dayOfPlan, daysOfVisit, overlapping } from './calendar-week.ts'
import { changeOf, startOf, type WeekProps } from './week-grid.tsx'

/** The week on a phone: what is on each day, one below the other. */
export function DayList({ calendar: { visits, duePlans, engineers }, days, today, mayPlan, onOpen }: WeekProps) {
  const clock = siteClock(undefined)
  const overlaps = useMemo(() => overlapping(visits), [visits])
  const names = new Map<string | null, string>(engineers.map(({ id, name }) => [id, name]))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {days.map((day) => {
        const due = duePlans.filter((plan) => dayOfPlan(plan, days, today) === day)
        const ofDay = visits.filter((visit) => daysOfVisit(visit, days, clock).includes(day))
        return (
          <PanelFrame
            key={day}
            title={dateFormat('day', 'UTC').format(Date.parse(`${day}T00:00:00Z`))}
            className="pb-3"
          >
            <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4">
              {ofDay.length + due.length === 0 && <p className="text-13 text-text-2">{t('service.freeDay')}</p>}
              {ofDay.map((visit) => (
                <VisitEntry
                  key={visit.id}
                  visit={visit}
                  overlaps={overlaps.has(visit.id)}
                  engineer={names.get(visit.engineerId) ?? t('service.nobodyYet')}
                  onOpen={mayPlan ? () => onOpen(changeOf(visit)) : undefined}
                />
              ))}
              {due.length > 0 && <h3 className="text-12 text-text-2">{t('service.dueAndNotPlanned')}</h3>}
              {due.map((plan) => (
                <DueEntry
                  key={plan.id}
                  plan={plan}
                  day={day}
                  mayPlan={mayPlan}
                  onOpen={() => onOpen(startOf(plan, day))}
                />
              ))}
            </div>
          </PanelFrame>
        )
      })}
    </div>
  )
}
