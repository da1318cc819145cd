import type { MachineShifts } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../ui/panel-frame.tsx'
import type { PageWindow } from './page-window.ts'
import { LongestStops, ProductionFacts } from './production-figures.tsx'
import { ShiftReportChoices } from './shift-reports.tsx'
import { ShowButton } from './show-button.tsx'
import { useMachineShifts } from './use-production.ts'

/** The shift under way and the last ones. One press makes a shift the window of the page. */
export function MachineShiftsPanel({ id, page }: { id: string; page: PageWindow }) {
  const { data, isLoadingError, refetch } = useMachineShifts(id)
  const [choosesReports, setChoosesReports] = useState(false)
  if (data?.shifts.length === 0 || (data === undefined && !isLoadingError)) return null
  return (
    <PanelFrame
      title={t('production.shifts')}
      aside={
        data && (
          <Button size="dense" aria-expanded={choosesReports} onClick={() => setChoosesReports(!choosesReports)}>
            {t('production.reportsByMail')}
          </Button>
        )
      }
    >
      {choosesReports && <ShiftReportChoices id={id} />}
      {data === undefined && <PanelFailure what={t('production.shifts')} onRetry={() => void refetch()} />}
      {data && (
        <ul aria-label={t('production.shifts')} className="max-h-62 overflow-auto border-t border-line-2">
          {data.shifts.map((shift) => (
            <Shift key={`${shift.shiftId} ${shift.from}`} shift={shift} page={page} />
          ))}
        </ul>
      )}
    </PanelFrame>
  )
}

function Shift({ shift, page }: { shift: MachineShifts['shifts'][number]; page: PageWindow }) {
  const { clock } = page
  const [from, to] = [Date.parse(shift.from), Date.parse(shift.to)]
  const time = t('monitoring.timeRange', { from: `${clock.day(from)}, ${clock.time(from)}`, to: clock.time(to) })
  return (
    <li className="border-b border-line px-4 py-3 text-13 last:border-b-0">
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="text-14 font-semibold wrap-anywhere" translate="no">
          {shift.name}
        </h3>
        {shift.isUnderWay && <Badge tone="ok">{t('production.shiftUnderWay')}</Badge>}
        <span className="me-auto text-text-2 tabular-nums">{time}</span>
        <ShowButton page={page} from={from} to={to} isUnderWay={shift.isUnderWay} what={`${shift.name}, ${time}`} />
      </div>
      <ProductionFacts figures={shift} target={shift.target} />
      <LongestStops stops={shift.stops} clock={clock} />
    </li>
  )
}
