import { t } from '@packhouse/messages'
import { type ReactNode, useRef, useState } from 'react'
import type { SiteClock } from '../../lib/format/site-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PanelFailure } from '../../ui/panel-frame.tsx'
import { HeatPanel } from './heat/heat-panel.tsx'
import { LiveTiles, LiveTilesSkeleton } from './machine/live-tiles.tsx'
import { MachineHead } from './machine/machine-head.tsx'
import { MachineNotFound } from './machine/machine-not-found.tsx'
import { MoreOfMachine, type PartOfOther } from './machine/more-of-machine.tsx'
import { SourceIssues } from './machine/source-issues.tsx'
import { TestPanel } from './machine/test-panel.tsx'
import { isNotFound, isNotShared, useMachineDetails } from './machine/use-machine-details.ts'
import { ClimatePanel } from './panels/climate-panel.tsx'
import { CyclePanel } from './panels/cycle-panel.tsx'
import { StatePanel } from './states/state-panel.tsx'
import { comparisonOf } from './window/comparison.ts'
import { type MachineWindow, useMachineWindow, WindowProvider } from './window/machine-window.ts'
import { MomentReadout } from './window/moment-readout.tsx'
import { useObservations } from './window/observations.ts'
import { CursorContext, SharedCursor } from './window/shared-cursor.ts'
import type { TimeSpan } from './window/time-span.ts'
import { WhenHeading } from './window/when-heading.tsx'
import { WindowBar } from './window/window-bar.tsx'

const MINUTE_MS = 60_000

interface MachinePageProps {
  id: string
  /** What stands for it where its customer does not share it. @param again reads it once more */
  notShared: (again: () => void) => ReactNode
  /** A button of the head that belongs to another feature, and what it opens below the head. */
  act?: ReactNode
  acting?: ReactNode
  /** Its alarms, which are at home in another feature. */
  alarms?: ReactNode
  /** What other areas show of the window, and of what it is compared with: stops, shifts and orders, and beside them the OEE. */
  production?: (page: ShownWindow, compared: ComparedWindow | undefined) => ReactNode
  /** Documents of the window that is looked at, beside the head. */
  report?: (window: TimeSpan, clock: SiteClock) => ReactNode
  /** Documents beside the code of the machine. */
  label?: ReactNode
  /** Its services and its documents, which are at home in other features. */
  service?: ReactNode
  /** What was promised of it. */
  promises?: ReactNode
  documents?: ReactNode
  /** Its files, for those who see them. */
  files?: PartOfOther | undefined
  /** The order and the quote that it came from, among its details. */
  origin?: ReactNode
  /** Its spare parts. */
  parts?: PartOfOther | undefined
}

/** The window as it is looked at and in whole minutes, Unix ms, with the clock of the site; a shift or an order may be chosen as the next one. */
interface ShownWindow {
  shown: TimeSpan
  minutes: TimeSpan
  clock: SiteClock
  now: number
  choose: (span: TimeSpan) => void
}

/** What the window is compared with: a machine, a stretch and its name. */
interface ComparedWindow {
  id: string
  window: TimeSpan
  name: string
}

const columns =
  'mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)] *:min-w-0'

/** Stops beside the OEE: the parts of the time need as much room as the stops. */
const halves = 'mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden xl:grid-cols-2 *:min-w-0'

const stack = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4'

/** One machine: its newest values, what it did in a window of time, and what else is known of it. */
export function MachinePage(props: MachinePageProps) {
  const {
    id,
    notShared,
    act,
    acting,
    alarms,
    production,
    report,
    label,
    service,
    promises,
    origin,
    documents,
    files,
    parts,
  } = props
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
  if (isNotShared(error)) return notShared(() => void retry())
  if (isNotFound(error)) return <MachineNotFound id={id} />
  return (
    <WindowProvider value={window}>
      <CursorContext value={cursor}>
        <Page>
          <MachineHead id={id} machine={machine} act={act}>
            <WindowBar>
              <Button ref={testButton} className="px-2.5" aria-expanded={testing} onClick={() => setTesting(!testing)}>
                {t('monitoring.testItsData')}
              </Button>
              {machine && report?.(window.wanted, window.clock)}
            </WindowBar>
          </MachineHead>
          {acting}
          {machine && <SourceIssues issues={machine.sourceIssues} />}
          {testing && <TestPanel id={id} onClose={endTest} />}
          <WhenHeading of="tiles" />
          {machine && <LiveTiles machine={machine} clock={window.clock} />}
          {!machine && !error && <LiveTilesSkeleton />}
          {!machine && error && (
            <Panel className="mb-4 pt-4">
              <PanelFailure what={t('monitoring.theNewestValues')} onRetry={() => void retry()} />
            </Panel>
          )}
          <WhenHeading of="charts" />
          <MomentReadout>
            <StatePanel machine={machine} live={live} />
            <div className={columns}>
              <CyclePanel machine={machine} />
              <ClimatePanel machine={machine} live={live} />
            </div>
            <div className={halves}>{machine && production?.(shownWindow(window), comparedWindow(window))}</div>
            {/* Two stacks beside each other: the second row takes what is left below the first, so that neither waits for the other. */}
            <div className={`${columns} xl:grid-rows-[auto_1fr]`}>
              {/* Asked for when it is clear that there is such a machine. */}
              {(machine || error) && (
                <div className={stack}>
                  <HeatPanel />
                  {machine && promises}
                </div>
              )}
              {machine && (
                <div className={`${stack} xl:row-span-2`}>
                  {alarms}
                  {service}
                  {documents}
                </div>
              )}
              {machine && <MoreOfMachine {...{ machine, live, label, files, origin }} spares={parts} />}
            </div>
          </MomentReadout>
        </Page>
      </CursorContext>
    </WindowProvider>
  )
}

function shownWindow({ wanted, clock, now, control }: MachineWindow): ShownWindow {
  return { shown: wanted, minutes: wholeMinutes(wanted), clock, now, choose: control.zoomTo }
}

/** What the window is compared with, as long as what has passed of the window, so that sums can be compared. */
function comparedWindow(window: MachineWindow): ComparedWindow | undefined {
  const comparison = comparisonOf(window, MINUTE_MS)
  if (!comparison) return undefined
  const passed = wholeMinutes({ from: window.wanted.from, to: Math.min(window.wanted.to, window.now) })
  const { id, name, shift } = comparison
  return { id, name, window: { from: passed.from - shift, to: passed.to - shift } }
}

/** Whole minutes, so that the panels request new figures once a minute. */
function wholeMinutes({ from, to }: TimeSpan): TimeSpan {
  return { from: Math.floor(from / MINUTE_MS) * MINUTE_MS, to: Math.ceil(to / MINUTE_MS) * MINUTE_MS }
}
