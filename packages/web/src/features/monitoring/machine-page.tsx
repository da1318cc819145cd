import { HISTORY_DEFAULT_HOURS } from '@packhouse/contract'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { CyclePanel } from './machine/cycle-panel.tsx'
import { DetailsPanel } from './machine/details-panel.tsx'
import { LiveTiles, LiveTilesSkeleton } from './machine/live-tiles.tsx'
import { MachineHead } from './machine/machine-head.tsx'
import { MachineNotFound } from './machine/machine-not-found.tsx'
import { PanelFailure } from './machine/panel-frame.tsx'
import { ReadingsPanel } from './machine/readings-panel.tsx'
import { StatePanel } from './machine/state-panel.tsx'
import { isNotFound, useMachineDetails } from './machine/use-machine-details.ts'
import { useSearchChoice } from './use-search-choice.ts'

const windows = [
  { value: '3', label: '3 h' },
  { value: '6', label: '6 h' },
  { value: '24', label: '24 h' },
  { value: '168', label: '7 d' },
] as const
type Window = (typeof windows)[number]['value']
const windowValues = windows.map(({ value }) => value)
const usualWindow: Window = `${HISTORY_DEFAULT_HOURS}`

/** One machine: its newest values, what it did over the last hours, and what else is known of it. */
export function MachinePage({ id }: { id: string }) {
  const [window, setWindow] = useSearchChoice<Window>('hours', windowValues, usualWindow)
  const { machine, error, retry } = useMachineDetails(id)
  if (isNotFound(error)) return <MachineNotFound id={id} />
  const hours = Number(window)
  return (
    <Page>
      <MachineHead id={id} machine={machine}>
        <Segments label="Window of the charts" options={windows} value={window} onValueChange={setWindow} />
      </MachineHead>
      {machine && <LiveTiles machine={machine} />}
      {!machine && !error && <LiveTilesSkeleton />}
      {!machine && error && (
        <Panel className="mb-4 pt-4">
          <PanelFailure what="The newest values" onRetry={() => void retry()} />
        </Panel>
      )}
      <StatePanel id={id} hours={hours} />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <CyclePanel id={id} hours={hours} />
        {machine && <ReadingsPanel readings={machine.machineData} />}
      </div>
      {machine && <DetailsPanel machine={machine} />}
    </Page>
  )
}
