import { t } from '@packhouse/messages'
import { readableDecimal } from '../../../lib/format/decimal-text.ts'

/** How far the margin is from the one aimed at; the bar has room for half as much again. */
export function TargetBar({ margin, target }: { margin: string | null; target: string }) {
  const end = Number(target) * 1.5 || 1
  const share = Math.max(0, Math.min(1, Number(margin ?? 0) / end))
  return (
    <div className="max-lg:hidden">
      <dt className="text-11 text-text-2">{t('estimator.targetOf', { target: readableDecimal(target, 1) })}</dt>
      <dd aria-hidden="true" className="relative my-1.5 h-2 w-30 bg-surface-3">
        <span className="absolute inset-y-0 start-0 bg-series-1" style={{ width: `${share * 100}%` }} />
        <span
          className="absolute -inset-y-1 w-0.5 bg-kraft"
          style={{ insetInlineStart: `${(Number(target) / end) * 100}%` }}
        />
      </dd>
    </div>
  )
}
