import { t } from '@packhouse/messages'
import { memo } from 'react'
import { readerZone } from '../../../lib/format/date-formats.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { SparklineModel } from './sparkline-model.ts'
import type { SilenceLabel } from './sparkline-words.ts'

/** Words of a picture: painted and not part of the page's text, where the name of the picture says them in full. */
const painted = 'before:content-[attr(data-words)]'

/** About the width of a letter, and of the plot of a narrow card, CSS pixels. */
const LETTER = 6.2
const PLOT = 230
/** Beside the plot, CSS pixels. */
const SIDE = 16

/** What the sparkline is of and its total, in the line above it. */
export const SparklineHeader = memo(function SparklineHeader({
  hours,
  zone,
  total,
}: Pick<SparklineModel, 'hours' | 'zone' | 'total'>) {
  const ofZone = zone === readerZone() ? '' : ` · ${zone.replaceAll('_', ' ')}`
  return (
    <span className="absolute inset-x-4 top-1 flex justify-between gap-2 text-11 text-text-3">
      <span data-words={t('monitoring.cyclesLastHours', { hours }) + ofZone} className={`truncate ${painted}`} />
      <b data-words={formatCount(total)} className={`font-semibold text-text-2 ${painted}`} />
    </span>
  )
})

/** In the middle of its tick, unless it would leave the plot there: then it ends where the plot does. */
export function TickLabel({ x, label }: SparklineModel['ticks'][number]) {
  const edge = `${SIDE + (label.length * LETTER) / 2}px`
  return (
    <span
      data-words={label}
      className={`absolute bottom-0.5 -translate-x-1/2 text-11 whitespace-nowrap text-text-3 ${painted}`}
      style={{ left: `clamp(${edge}, calc(1rem + (100% - 2rem) * ${x}), calc(100% - ${edge}))` }}
    />
  )
}

interface SilenceTextProps {
  silence: NonNullable<SparklineModel['silence']>
  label: SilenceLabel
}

/** Says over the silent end since when; in two rows where one is too wide, and as near as the right edge allows. */
export function SilenceText({ silence, label: { text, rows } }: SilenceTextProps) {
  const shown = text.length * LETTER + 12 <= (1 - silence.x) * PLOT ? [text] : rows
  return (
    <span
      className="absolute end-4 top-[26px] flex h-[94px] min-w-max flex-col items-center justify-center text-11 leading-[14px] font-semibold"
      style={{ width: `calc((100% - 2rem) * ${1 - silence.x})` }}
    >
      {shown.map((row) => (
        <span
          key={row}
          data-words={row}
          className={classNames('bg-surface px-1', silence.status === 'offline' ? 'text-bad' : 'text-unk', painted)}
        />
      ))}
    </span>
  )
}
