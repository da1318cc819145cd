import type { PriceWalk } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPrice } from '../../../lib/format/money.ts'
import { formatAmount } from './amounts.ts'
import { stepWords } from './version-words.ts'
import { type WaterfallBar, waterfallBars } from './waterfall-bars.ts'

const looks: Record<WaterfallBar['kind'], string> = {
  total: 'bg-action',
  more: 'bg-kraft',
  less: 'border-2 border-dashed border-kraft',
}

/** The steps of a price walk as columns, from one total to the other. The rows below say the same in numbers. */
export function Waterfall({ walk, ends }: { walk: PriceWalk; ends: { from: string; to: string } }) {
  const { bars, start } = waterfallBars(walk)
  const words = { ...stepWords, ...ends }
  return (
    <figure className="px-4 pb-2">
      <section
        aria-label={t('estimator.priceWalk')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <div aria-hidden className="flex min-w-max border-b border-line-2">
          {bars.map(({ key, amount, kind, bottom, height }) => (
            <div key={key} className="relative h-48 min-w-24 flex-1">
              <span
                className="absolute inset-x-0 text-center text-12 font-semibold tabular-nums"
                style={{ bottom: `calc(${bottom + height}% + 2px)` }}
              >
                {formatAmount(amount, kind === 'total' ? 'auto' : 'always')}
              </span>
              <span
                className={`absolute inset-x-2 min-h-px ${looks[kind]}`}
                style={{ bottom: `${bottom}%`, height: `${height}%` }}
              />
            </div>
          ))}
        </div>
        <div aria-hidden className="flex min-w-max text-12 text-text-2">
          {bars.map(({ key }) => (
            <span key={key} className="min-w-24 flex-1 py-1 text-center">
              {words[key]}
            </span>
          ))}
        </div>
      </section>
      {start > 0 && (
        <figcaption className="text-12 text-text-2">
          {t('estimator.axisStartsAt', { amount: formatPrice(String(start), walk.currency) })}
        </figcaption>
      )}
    </figure>
  )
}
