import type { CycleCounts } from '@packhouse/contract'
import { memo, useMemo } from 'react'
import type { MachineStatus } from '../../../entities/machine/status.ts'
import { useNow } from '../../../lib/format/shared-clock.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { hatchOf } from '../../../ui/hatch.ts'
import { SilenceText, SparklineHeader, TickLabel } from './sparkline-labels.tsx'
import { sparklineModel } from './sparkline-model.ts'
import { PLOT_HEIGHT, PLOT_WIDTH, sparklinePaths } from './sparkline-paths.ts'
import { silenceLabel, sparklineWords } from './sparkline-words.ts'

const MINUTE = 60_000
const hatch = hatchOf('var(--line-2)')

interface SparklineProps {
  name: string
  status: MachineStatus
  cycleCounts: CycleCounts | undefined
  lastSeen: string | null
  /** IANA name of the zone of its site. */
  timeZone: string
}

/**
 * The cycle counts of the last hours, with a description for screen readers. It is drawn again when the minute or its data
 * changes: the window of a silent machine moves on too. Paths are stretched to the width of the card by the browser; a canvas for
 * each card would be a layer of its own in every frame (decision 0101).
 */
export const Sparkline = memo(function Sparkline({ name, status, cycleCounts, lastSeen, timeZone }: SparklineProps) {
  const now = Math.floor(useNow() / MINUTE) * MINUTE
  const clock = siteClock(timeZone)
  const model = useMemo(
    () => sparklineModel({ cycleCounts, status, lastSeen, now, clock }),
    [cycleCounts, status, lastSeen, now, clock],
  )
  const paths = useMemo(() => sparklinePaths(model), [model])
  return (
    <div
      dir="ltr"
      role="img"
      aria-label={sparklineWords(name, model, now, clock)}
      className="relative h-[140px] tabular-nums"
    >
      <SparklineHeader hours={model.hours} zone={model.zone} total={model.total} />
      <div className="absolute inset-x-4 top-[26px] h-[94px]">
        {model.gaps.map(({ from, to }) => (
          <span
            key={from}
            className="absolute inset-y-0"
            style={{ left: `${100 * from}%`, width: `${100 * (to - from)}%`, background: hatch }}
          />
        ))}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
          preserveAspectRatio="none"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
          className="absolute size-full overflow-visible [&>path]:[vector-effect:non-scaling-stroke]"
        >
          <path d={paths.grid} className="stroke-grid" />
          <path d={paths.area} className="fill-series-fill" />
          <path d={paths.line} strokeWidth={1.75} className="stroke-series-1" />
          <path d={paths.base} className="stroke-line-2" />
          {paths.offline && <path d={paths.offline} strokeWidth={1.25} strokeDasharray="2 3" className="stroke-bad" />}
          {paths.end && <path d={paths.end} strokeWidth={10} className="stroke-surface" />}
          {paths.end && <path d={paths.end} strokeWidth={6} className="stroke-series-1" />}
        </svg>
      </div>
      {model.ticks.map((tick) => (
        <TickLabel key={tick.x} {...tick} />
      ))}
      {model.silence && <SilenceText silence={model.silence} label={silenceLabel(model.silence, now, clock)} />}
    </div>
  )
})
