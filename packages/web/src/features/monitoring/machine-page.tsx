import { t } from '@packhouse/messages'
import { type ReactNode, useRef, useState } from 'react'
import { isDemoMode } from '../../lib/demo-mode.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { ExportPanel } from './export/export-panel.tsx'
import { HeatPanel } from './heat/heat-panel.tsx'
import { CodePanel } from './machine/code-panel.tsx'
import { DetailsPanel } from './machine/details-panel.tsx'
import { LiveTiles, LiveTilesSkeleton } from './machine/live-tiles.tsx'
import { MachineHead } from './machine/machine-head.tsx'
import { MachineNotFound } from './machine/machine-not-found.tsx'
import { TestPanel } from './machine/test-panel.tsx'
import { isNotFound, useMachineDetails } from './machine/use-machine-details.ts'
import { ClimatePanel } from './panels/climate-panel.tsx'
import { CyclePanel } from './panels/cycle-panel.tsx'
import { ReadingsPanel } from './panels/readings-panel.tsx'
import { StatePanel } from './states/state-panel.tsx'
import { useMachineWindow, WindowProvider } from './window/machine-window.ts'
import { useObservations } from './window/observations.ts'
import { CursorContext, SharedCursor } from './window/shared-cursor.ts'
import type { TimeSpan } from './window/time-span.ts'
import { WindowBar } from './window/window-bar.tsx'

const MINUTE_MS = 60_000

interface MachinePageProps {
  id: string
  /** Its alarms, which are at home in another feature. */
  alarms?: ReactNode
  /** What other areas show of the window; Unix ms, whole minutes; and the clock of the site. */
  stops?: (window: TimeSpan, clock: SiteClock) => ReactNode
  /** Documents of the window that is looked at, beside the head. */
  report?: (window: TimeSpan, clock: SiteClock) => ReactNode
  /** Documents beside the code of the machine. */
  label?: ReactNode
  /** What other areas show of the machine whatever the window is, below the charts. */
  children?: ReactNode
}

const columns = 'mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]'

/** One machine: its newest values, what it did in a window of time, and what else is known of it. */
export function MachinePage({ id, alarms, stops, report, label, children }: MachinePageProps) {
  const { machine, error, retry } = useMachineDetails(id)
  const window = useMachineWindow(id, machine)
  const live = useObservations(machine)
  const [cursor] = useState(() => new SharedCursor())
  const [testing, setTesting] = useState(false)
  const testButton = useRef<HTMLButtonElement>(null)
  const endTest = () => {
    setTesting(false)
    testButton.current?.focus()
  }
  if (isNotFound(error)) return <MachineNotFound id={id} />
  return (
    <WindowProvider value={window}>
      <CursorContext value={cursor}>
        <Page>
          <MachineHead id={id} machine={machine}>
            <Button ref={testButton} aria-expanded={testing} onClick={() => setTesting(!testing)}>
              {t('monitoring.testItsData')}
            </Button>
            {machine && report?.(window.wanted, window.clock)}
          </MachineHead>
          {testing && <TestPanel id={id} onClose={endTest} />}
          {machine && <LiveTiles machine={machine} clock={window.clock} />}
          {!machine && !error && <LiveTilesSkeleton />}
          {!machine && error && (
            <Panel className="mb-4 pt-4">
              <PanelFailure what={t('monitoring.theNewestValues')} onRetry={() => void retry()} />
            </Panel>
          )}
          <WindowBar />
          <StatePanel live={live} />
          {machine && alarms && <div className="mb-4">{alarms}</div>}
          <div className={columns}>
            <CyclePanel machine={machine} />
            <ClimatePanel live={live} />
          </div>
          {machine && stops?.(wholeMinutes(window.wanted), window.clock)}
          {machine && <ReadingsPanel machine={machine} live={live} />}
          <div className={columns}>
            {/* Asked for when it is clear that there is such a machine. */}
            {(machine || error) && <HeatPanel />}
            {machine && <DetailsPanel machine={machine} />}
          </div>
          {machine && children}
          {machine && !isDemoMode() && <ExportPanel />}
          {machine && <CodePanel machine={machine} label={label} />}
        </Page>
      </CursorContext>
    </WindowProvider>
  )
}

/** Whole minutes, so that the panels request new figures once a minute. */
function wholeMinutes({ from, to }: TimeSpan): TimeSpan {
  return { from: Math.floor(from / MINUTE_MS) * MINUTE_MS, to: Math.ceil(to / MINUTE_MS) * MINUTE_MS }
}
