import { t } from '@packhouse/messages'
import { axisEnd } from '../../lib/axis-end.ts'
import { dateFormat } from '../../lib/format/date-formats.ts'
import { ChartLegend } from '../../ui/chart-legend.tsx'
import { ChartScale } from '../../ui/chart-scale.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Dashboard } from './analytics-queries.ts'
import { figureWords } from './figures.ts'

const HEIGHT = 168

/** How many people were active on each day, staff below and customers above. */
export function DayBars({ dashboard, className }: { dashboard: Dashboard | undefined; className: string }) {
  return (
    <PanelFrame
      title={t('analytics.activePeopleByDay')}
      aside={<ChartLegend first={t('analytics.staffWord')} second={t('analytics.customersWord')} />}
      className={className}
    >
      {dashboard === undefined ? <Skeleton className="mx-4 mb-4 h-50" /> : <Bars {...dashboard} />}
    </PanelFrame>
  )
}

function Bars({ byDay }: Dashboard) {
  // A day is a date: it is read and written in one zone.
  const label = dateFormat('dayOfMonth', 'UTC')
  const days = byDay.map(({ day, staff, customers }) => ({ at: Date.parse(day), day, staff, customers }))
  const top = axisEnd(Math.max(1, ...days.map(({ staff, customers }) => (staff ?? 0) + (customers ?? 0))))
  const width = 100 / days.length
  const labelled = days.filter((_day, place) => (days.length - 1 - place) % Math.ceil(days.length / 4) === 0)
  const wordsOf = (day: (typeof days)[number]) =>
    t('analytics.peopleOfDay', {
      day: label.format(day.at),
      staff: figureWords(day.staff),
      customers: figureWords(day.customers),
    })
  return (
    <figure dir="ltr" className="flex gap-2 px-4 pb-4">
      <ChartScale top={top} className="h-[168px]" />
      <div className="min-w-0 flex-1">
        <svg width="100%" height={HEIGHT} className="block overflow-visible" aria-hidden="true">
          {[0.5, HEIGHT / 2, HEIGHT - 0.5].map((y) => (
            <line key={y} x1="0" x2="100%" y1={y} y2={y} className="stroke-grid" />
          ))}
          {days.map((day, place) => {
            const ofStaff = (HEIGHT * (day.staff ?? 0)) / top
            const ofCustomers = (HEIGHT * (day.customers ?? 0)) / top
            const at = { x: `${(place + 0.1) * width}%`, width: `${width * 0.8}%` }
            return (
              <g key={day.day}>
                <title>{wordsOf(day)}</title>
                <rect {...at} y={HEIGHT - ofStaff} height={ofStaff} className="fill-series-1" />
                <rect {...at} y={HEIGHT - ofStaff - ofCustomers - 1} height={ofCustomers} className="fill-series-2" />
              </g>
            )
          })}
        </svg>
        <div className="relative mt-1 h-4 text-11 text-text-3 tabular-nums" aria-hidden="true">
          {labelled.map(({ at, day }) => (
            <span
              key={day}
              className="absolute -translate-x-1/2 whitespace-nowrap last:-translate-x-full"
              style={{ left: `${(days.findIndex((one) => one.day === day) + 0.5) * width}%` }}
            >
              {label.format(at)}
            </span>
          ))}
        </div>
        <figcaption className="sr-only">{days.map(wordsOf).join(' ')}</figcaption>
      </div>
    </figure>
  )
}
