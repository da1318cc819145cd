import { declared as inLanguage, t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { pageLocale } from '../../../lib/format/page-locale.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import { type PlanBar, planBars, planMonths } from './plan-bars.ts'
import type { Commissioning, Delivery } from './project-sheet.ts'

/** Deliveries and steps on one axis of time; those without a date are not on it. */
export function PlanAxis({ deliveries, steps }: { deliveries: readonly Delivery[]; steps: readonly Commissioning[] }) {
  const bars = planBars(deliveries, steps)
  const months = planMonths(bars)
  const [begin = 0, end = 1] = [months[0], months.at(-1)]
  const place = (at: number) => `${((at - begin) / (end - begin)) * 100}%`
  const name = new Intl.DateTimeFormat(pageLocale(), { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const every = Math.ceil(months.length / 12)
  return (
    <PanelFrame title={t('estimator.plan')}>
      {bars.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('estimator.planEmpty')}</p>}
      {bars.length > 0 && (
        <div className="overflow-x-auto px-4 pb-4">
          <div className="grid min-w-[560px] grid-cols-[140px_1fr] text-12">
            <span />
            <div className="relative h-5 text-text-2" aria-hidden="true">
              {months.slice(0, -1).map(
                (month, at) =>
                  at % every === 0 && (
                    <span
                      key={month}
                      className="absolute border-s border-line ps-1"
                      style={{ insetInlineStart: place(month) }}
                    >
                      {name.format(month)}
                    </span>
                  ),
              )}
            </div>
            {bars.map((bar) => (
              <Line
                key={bar.id}
                bar={bar}
                start={place(bar.from)}
                width={`${((bar.to - bar.from) / (end - begin)) * 100}%`}
              />
            ))}
          </div>
        </div>
      )}
    </PanelFrame>
  )
}

function Line({ bar, start, width }: { bar: PlanBar; start: string; width: string }) {
  const day = (at: number) => formatPlainDate(new Date(at).toISOString().slice(0, 10))
  return (
    <>
      <span className="truncate pe-2 leading-6">
        {bar.kind === 'delivery' ? t('estimator.deliverySum') : inLanguage(bar.kind)}
      </span>
      <div className="relative h-6 border-b border-line">
        <span
          className="absolute top-1 h-4 min-w-1.5 rounded-state bg-series-1"
          style={{ insetInlineStart: start, width }}
          title={`${bar.name}, ${day(bar.from)}`}
        />
        <span className="sr-only">{`${bar.name}, ${day(bar.from)}`}</span>
      </div>
    </>
  )
}
