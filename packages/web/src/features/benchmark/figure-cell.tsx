import type { BenchmarkFigure, BenchmarkMedian } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { figureViews } from './figure-words.ts'

interface FigureCellProps {
  figure: BenchmarkFigure
  value: number | null
  median: BenchmarkMedian | null
  /** The end of the bar. */
  most: number
}

/** A figure of one machine with a bar, on which the median of the others is a line and their middle half an area. */
export function FigureCell({ figure, value, median, most }: FigureCellProps) {
  const { format, difference } = figureViews[figure]
  if (value === null) return <span className="text-text-2">{t('benchmark.notMeasured')}</span>
  const away = median === null ? undefined : difference(value, median.median)
  return (
    <span className="block">
      <span className="flex flex-wrap items-baseline gap-x-2">
        <b className="font-semibold tabular-nums">{format(value)}</b>
        {away !== undefined && <span className="text-12 text-text-2 tabular-nums">{away}</span>}
      </span>
      <FigureBar value={value} median={median} most={most} />
    </span>
  )
}

function FigureBar({ value, median, most }: Pick<FigureCellProps, 'median' | 'most'> & { value: number }) {
  const at = (amount: number) => `${most > 0 ? Math.min(100, (100 * amount) / most) : 0}%`
  return (
    <span aria-hidden="true" className="relative mt-1 block h-2 w-full rounded-full bg-surface-3">
      {median !== null && median.lower !== null && median.upper !== null && (
        <span
          className="absolute inset-y-0 rounded-full bg-line-2"
          style={{ insetInlineStart: at(median.lower), width: at(median.upper - median.lower) }}
        />
      )}
      <span className="absolute inset-y-[2px] start-0 rounded-full bg-kraft" style={{ width: at(value) }} />
      {median !== null && (
        <span className="absolute -inset-y-0.5 -ms-px w-0.5 bg-text" style={{ insetInlineStart: at(median.median) }} />
      )}
    </span>
  )
}
