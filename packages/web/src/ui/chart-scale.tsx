import { formatCount } from '../lib/format/numbers.ts'

/** The figures beside a picture of counts: its top, its middle and 0. Screen readers get the caption of the picture instead. */
export function ChartScale({ top, className }: { top: number; className: string }) {
  return (
    <div
      aria-hidden="true"
      className={`flex flex-col justify-between text-end text-11 leading-none text-text-3 tabular-nums ${className}`}
    >
      {[top, top / 2, 0].map((tick) => (
        <span key={tick}>{formatCount(tick)}</span>
      ))}
    </div>
  )
}
