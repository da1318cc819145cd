import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'
import { pageLocale } from '../../../lib/format/page-locale.ts'
import { choiceWord } from '../../../resource/view.ts'
import { PanelFrame } from '../../../ui/panel-frame.tsx'
import {
  type Payment,
  type PlanLane,
  type PlanPayment,
  planBars,
  planLanes,
  planMonths,
  planPayments,
} from './plan-bars.ts'
import type { Commissioning, Delivery } from './project-sheet.ts'

export interface PlanAxisProps {
  deliveries: readonly Delivery[]
  steps: readonly Commissioning[]
  payments: readonly Payment[] | null
}

/** Where something is on the axis, in percent of it. */
type Place = (at: number) => number

/** Deliveries, steps and payments on one axis of time; those without a date are named below it. */
export function PlanAxis({ deliveries, steps, payments }: PlanAxisProps) {
  const bars = planBars(deliveries, steps)
  const months = planMonths(bars)
  const [begin = 0, end = 1] = [months[0], months.at(-1)]
  const place: Place = (at) => ((at - begin) / (end - begin)) * 100
  const placed = planPayments(payments ?? [], bars)
  const unplaced = (payments ?? []).filter(({ name }) => placed.every((one) => one.name !== name))
  return (
    <PanelFrame title={t('estimator.plan')}>
      {bars.length === 0 && <p className="px-4 pb-4 text-13 text-text-2">{t('estimator.planEmpty')}</p>}
      {bars.length > 0 && (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where there is little room
          tabIndex={0}
          data-columns=""
          aria-label={t('estimator.plan')}
          className="overflow-x-auto px-4 pb-4"
        >
          <div className="grid min-w-[640px] grid-cols-[112px_1fr] text-12">
            <span />
            <Months months={months} place={place} />
            {planLanes(bars).map((lane) => (
              <Lane key={lane.kind} lane={lane} place={place} />
            ))}
            {placed.length > 0 && <Payments payments={placed} place={place} />}
          </div>
        </section>
      )}
      {unplaced.length > 0 && (
        <p className="px-4 pb-4 text-12 text-text-2">
          {t('estimator.paymentsWithoutDate', { payments: unplaced.map(paymentWords).join(', ') })}
        </p>
      )}
    </PanelFrame>
  )
}

function Months({ months, place }: { months: readonly number[]; place: Place }) {
  const name = new Intl.DateTimeFormat(pageLocale(), { month: 'short', year: '2-digit', timeZone: 'UTC' })
  const every = Math.ceil(months.length / 12)
  return (
    <div className="relative h-5 text-text-2" aria-hidden="true">
      {months.slice(0, -1).map(
        (month, at) =>
          at % every === 0 && (
            <span
              key={month}
              className="absolute border-s border-line ps-1 whitespace-nowrap"
              style={{ insetInlineStart: `${place(month)}%` }}
            >
              {name.format(month)}
            </span>
          ),
      )}
    </div>
  )
}

const day = (at: number) => formatPlainDate(new Date(at).toISOString().slice(0, 10))

/** The bars of a kind, with their days in words behind the last one, or before the first where the axis ends. */
function Lane({ lane: { kind, bars }, place }: { lane: PlanLane; place: Place }) {
  const words = bars.map(({ from }) => day(from)).join(', ')
  const [start, end] = [place(bars[0]?.from ?? 0), place(Math.max(...bars.map(({ to }) => to)))]
  const isLate = end > 70
  return (
    <>
      <span className="truncate pe-2 leading-6">
        {kind === 'delivery' ? t('estimator.deliverySum') : choiceWord({}, kind)}
      </span>
      <div className="relative h-6 border-b border-line">
        {bars.map(({ id, name, from, to }) => (
          <span
            key={id}
            className="absolute top-1 h-4 min-w-1.5 rounded-state bg-series-1"
            style={{ insetInlineStart: `${place(from)}%`, width: `${place(to) - place(from)}%` }}
            title={`${name}, ${day(from)}`}
          >
            <span className="sr-only">{name}</span>
          </span>
        ))}
        <span
          className={`absolute leading-6 whitespace-nowrap text-text-2 ${isLate ? 'pe-2' : 'ps-2'}`}
          style={isLate ? { insetInlineEnd: `${100 - start}%` } : { insetInlineStart: `max(${end}%, ${start}% + 6px)` }}
        >
          {words}
        </span>
      </div>
    </>
  )
}

/** Each payment in a line of its own where two of them would touch. */
function Payments({ payments, place }: { payments: readonly PlanPayment[]; place: Place }) {
  return (
    <>
      <span className="truncate pe-2 leading-6">{t('estimator.payments')}</span>
      <ul>
        {payments.map((payment) => {
          const at = place(payment.at)
          const isLate = at > 60
          return (
            <li key={payment.name} className="relative h-6 leading-6 font-[550] text-kraft-strong">
              <span
                className={`absolute whitespace-nowrap ${isLate ? 'border-e-2 pe-1.5' : 'border-s-2 ps-1.5'} border-kraft`}
                style={isLate ? { insetInlineEnd: `${100 - at}%` } : { insetInlineStart: `${at}%` }}
              >
                {paymentWords(payment)}
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function paymentWords({ name, percent }: Pick<Payment, 'name' | 'percent'>): string {
  return t('estimator.paymentShare', { name, percent: readableDecimal(percent) })
}
