import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { formatCount } from '../../../lib/format/numbers.ts'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { CountingNote } from '../../../ui/counting-note.tsx'
import { hatchOf } from '../../../ui/hatch.ts'
import { heatColour } from '../../../ui/heat-colour.ts'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { heatRules } from '../counting-rules.ts'
import { useWindow } from '../window/machine-window.ts'
import { heatGrid, highestOf } from './heat-grid.ts'
import { HeatTable } from './heat-table.tsx'

const DAYS = 7

/** Cycles hour by hour of the last days. */
export function HeatPanel() {
  const { id, now } = useWindow()
  // A day more than is shown: the first one has to be whole in the time of the site.
  const query = { days: String(DAYS + 1), machineID: id }
  const { data, isError, refetch } = useQuery({
    queryKey: ['machines', 'heatmap', query],
    queryFn: ({ signal }) => callApi(api.machineHeatmap, { query }, { signal }),
    refetchInterval: 5 * 60_000,
  })
  const clock = siteClock(data?.timeZone)
  const grid = data && heatGrid(data.hours, clock, DAYS, now)
  const highest = grid ? highestOf(grid) : 0
  return (
    <PanelFrame
      title={t('monitoring.cyclesPerHourLast7Days')}
      note={data && <CountingNote of={t('monitoring.aCycle')} rules={heatRules(data.timeZone)} />}
      aside={grid && <Ramp highest={highest} />}
    >
      {isError && !data && <PanelFailure what={t('monitoring.theHeatMap')} onRetry={() => void refetch()} />}
      {!isError && !grid && <Skeleton className="mx-4 mb-4 h-[220px]" />}
      {grid && <HeatTable grid={grid} highest={highest} clock={clock} />}
    </PanelFrame>
  )
}

const ramp = [0, 0.2, 0.4, 0.6, 0.8, 1]

/** What the colours mean. */
function Ramp({ highest }: { highest: number }) {
  return (
    <p className="flex items-center gap-1.5 text-12 text-text-2 tabular-nums">
      0
      <span aria-hidden="true" className="flex">
        {ramp.map((share) => (
          <i key={share} className="h-3 w-[18px]" style={{ background: heatColour(share) }} />
        ))}
      </span>
      {formatCount(highest)}
      <i aria-hidden="true" className="ms-3 size-3" style={{ background: hatchOf('var(--line-2)') }} />
      {t('monitoring.noData')}
    </p>
  )
}
