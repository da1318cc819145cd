import type { PriceWalk, WalkRow, WalkStep } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatAmount, formatDecimal } from './amounts.ts'
import { stepWords } from './version-words.ts'

/** What has changed, step by step, with what each row adds. */
export function WalkRows({ walk: { steps, difference, currency } }: { walk: PriceWalk }) {
  const changed = steps.filter(({ rows }) => rows.length > 0)
  return (
    <>
      <ul aria-label={t('estimator.priceWalk')}>
        {changed.map(({ step, amount, rows }) => (
          <li key={step} className="grid border-t border-line @2xl:grid-cols-[10rem_minmax(0,1fr)]">
            <div className="bg-surface-2 px-4 py-2.5 text-13">
              <b className="font-semibold">{stepWords[step]}</b>
              <div className="tabular-nums">{formatAmount(amount, 'always')}</div>
            </div>
            <ul>
              {rows.map((row) => (
                <Row key={row.lineId} step={step} row={row} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-2 border-t border-line-2 px-4 py-3 text-13">
        <span className="text-text-2">{t('estimator.changesAddUp')}</span>
        <b className="font-semibold tabular-nums">
          {currency} {formatAmount(difference, 'always')}
        </b>
      </p>
    </>
  )
}

/** Steps whose values are no amounts. */
const counted: readonly WalkStep[] = ['quantity', 'price', 'discount']

function Row({ step, row: { label, before, after, amount } }: { step: WalkStep; row: WalkRow }) {
  const shown = counted.includes(step) ? formatDecimal : formatAmount
  const unit = step === 'discount' ? ' %' : ''
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line px-4 py-2.5 text-13 not-first:border-t">
      <span className="min-w-0 break-words">{label}</span>
      <span className="me-auto tabular-nums">
        {before !== null && <s className="text-text-2">{`${shown(before)}${unit}`}</s>}{' '}
        {after !== null && <ins className="bg-kraft-soft px-1 no-underline">{`${shown(after)}${unit}`}</ins>}
      </span>
      <b className="font-semibold tabular-nums">{formatAmount(amount, 'always')}</b>
    </li>
  )
}
