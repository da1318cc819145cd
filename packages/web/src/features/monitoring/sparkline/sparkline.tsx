import type { CycleCounts } from '@packhouse/contract'
import { memo, useCallback, useMemo } from 'react'
import type { MachineStatus } from '../../../entities/machine/status.ts'
import { useNow } from '../../../lib/format/shared-clock.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import type { Paint } from '../canvas/canvas-painter.ts'
import { useCanvas } from '../canvas/use-canvas.ts'
import { paintSparkline, SPARKLINE_HEIGHT } from './paint-sparkline.ts'
import { sparklineModel } from './sparkline-model.ts'
import { silenceLabel, sparklineWords } from './sparkline-words.ts'

const MINUTE = 60_000

interface SparklineProps {
  name: string
  status: MachineStatus
  cycleCounts: CycleCounts | undefined
  lastSeen: string | null
  /** IANA name of the zone of its site. */
  timeZone: string
}

/**
 * The cycle counts of the last hours on one canvas, with a description for screen readers. It is painted again when
 * the minute or its data changes: the window of a silent machine moves on too.
 */
export const Sparkline = memo(function Sparkline({ name, status, cycleCounts, lastSeen, timeZone }: SparklineProps) {
  const now = Math.floor(useNow() / MINUTE) * MINUTE
  const clock = siteClock(timeZone)
  const model = useMemo(
    () => sparklineModel({ cycleCounts, status, lastSeen, now, clock }),
    [cycleCounts, status, lastSeen, now, clock],
  )
  const paint = useCallback<Paint>(
    (context, size, theme) => {
      const label = model.silence ? silenceLabel(model.silence, now, clock) : undefined
      paintSparkline(context, size, theme, model, label)
    },
    [model, now, clock],
  )
  const ref = useCanvas(paint)
  return (
    <canvas
      ref={ref}
      dir="ltr"
      role="img"
      aria-label={sparklineWords(name, model, now, clock)}
      className="block w-full"
      style={{ height: SPARKLINE_HEIGHT }}
    />
  )
})
