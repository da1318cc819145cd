import type { NormalRange } from './normal-range.ts'

interface RangeBarProps {
  value: number
  /** The ends of the bar. */
  ends: NormalRange
  /** What is normal. */
  normal: NormalRange
}

/** Marks a value on its normal range. The pointer has a state colour only outside of it. The words beside it say the same. */
export function RangeBar({ value, ends, normal }: RangeBarProps) {
  const place = (at: number) => `${Math.min(1, Math.max(0, (at - ends.from) / (ends.to - ends.from))) * 100}%`
  const isOutside = value < normal.from || value > normal.to
  return (
    <div aria-hidden="true" dir="ltr" className="relative my-1 h-1.5 rounded-[1px] bg-surface-3">
      <span
        className="absolute inset-y-0 bg-line-2"
        style={{ left: place(normal.from), right: `calc(100% - ${place(normal.to)})` }}
      />
      <span
        className={`absolute -inset-y-[3px] -ms-px w-[3px] ${isOutside ? 'bg-warn' : 'bg-text'}`}
        style={{ left: place(value) }}
      />
    </div>
  )
}
