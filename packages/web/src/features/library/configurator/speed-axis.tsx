import { t } from '@packhouse/messages'
import { formatRate } from '../../../lib/format/numbers.ts'

/** Room for the words that stand in the middle of the axis, as a share of it. */
const NEAR = 0.13

/** The scale above the bars. Its figures are in the text of each machine too. */
export function SpeedAxis({ end, wanted }: { end: number; wanted: number | null }) {
  const marks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => share * end)
  const isFree = (value: number) => wanted === null || Math.abs(value - wanted) / end > NEAR
  return (
    <div className="relative h-4 text-11 tabular-nums text-text-3" aria-hidden="true">
      {marks.filter(isFree).map((value) => (
        <span
          key={value}
          className="absolute -translate-x-1/2 rtl:translate-x-1/2"
          style={{ insetInlineStart: `${(value / end) * 100}%` }}
        >
          {formatRate(value)}
        </span>
      ))}
      {wanted !== null && (
        <span
          className="absolute -translate-x-1/2 text-12 font-[650] whitespace-nowrap text-kraft-strong rtl:translate-x-1/2"
          style={{ insetInlineStart: `${(wanted / end) * 100}%` }}
        >
          {t('configurator.wanted', { speed: formatRate(wanted) })}
        </span>
      )}
    </div>
  )
}
