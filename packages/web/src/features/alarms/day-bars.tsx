import type { AlarmStatistics } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../lib/format/dates.ts'

const HEIGHT = 120

/** Alarms per day as bars, in the manner of the cycle counts of a machine. The list of days is there for who cannot see them. */
export function DayBars({ days }: { days: AlarmStatistics['days'] }) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const width = 100 / days.length
  return (
    <figure dir="ltr" className="px-4 pb-3">
      <div className="flex justify-between text-11 text-text-3 tabular-nums" aria-hidden="true">
        <span>{most}</span>
      </div>
      <svg width="100%" height={HEIGHT} aria-hidden="true" className="block overflow-visible">
        <line x1="0" x2="100%" y1="0.5" y2="0.5" className="stroke-grid" />
        <line x1="0" x2="100%" y1={HEIGHT / 2} y2={HEIGHT / 2} className="stroke-grid" />
        {days.map(({ day, count }, place) => {
          const height = (HEIGHT * count) / most
          return (
            <rect
              key={day}
              x={`${(place + 0.14) * width}%`}
              width={`${width * 0.72}%`}
              y={HEIGHT - height}
              height={height}
              className="fill-series-1"
            >
              <title>{`${formatPlainDate(day)}: ${count}`}</title>
            </rect>
          )
        })}
        <line x1="0" x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line-2" />
      </svg>
      <div className="mt-1 flex justify-between text-11 text-text-3" aria-hidden="true">
        <span>{formatPlainDate(days[0]?.day)}</span>
        <span>{t('alarms.daysInUtc', { day: formatPlainDate(days.at(-1)?.day) })}</span>
      </div>
      <figcaption className="sr-only">
        {t('alarms.alarmsPerDayInUtc', {
          days:
            days
              .filter(({ count }) => count > 0)
              .map(({ day, count }) => `${formatPlainDate(day)} ${count}`)
              .join(', ') || t('alarms.noneWord'),
        })}
      </figcaption>
    </figure>
  )
}
