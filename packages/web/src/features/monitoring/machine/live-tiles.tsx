import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { stateIcons } from '../../../entities/machine/machine-icons.tsx'
import { stateLabel } from '../../../entities/machine/state-labels.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { DASH, formatCount, formatRate, formatTemperature, isReading } from '../../../lib/format/numbers.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { temperatureSign } from '../../../lib/format/temperature-unit.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'

const frame =
  'mb-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6'

/** The newest values of a machine. They move with the live stream. */
export function LiveTiles({ machine, clock }: { machine: MachineDetails; clock: SiteClock }) {
  const silent = machine.online !== true
  // The last values of an offline machine are useful, but must not look current.
  const note = silent && machine.lastSeen ? t('monitoring.lastKnown') : undefined
  return (
    <dl className={frame}>
      <Tile term={t('monitoring.cyclesMin')} known={isReading(machine.cyclesPerMin)} note={note}>
        {formatRate(machine.cyclesPerMin)}
      </Tile>
      <Tile term={t('monitoring.totalCycles')} known={isReading(machine.totalCycles)} note={note}>
        {formatCount(machine.totalCycles)}
      </Tile>
      <Tile term={t('monitoring.temp')} unit={temperatureSign()} known={isReading(machine.temperature)} note={note}>
        {formatTemperature(machine.temperature)}
      </Tile>
      <Tile term={t('monitoring.humidity')} unit="%" known={isReading(machine.humidity)} note={note}>
        {formatRate(machine.humidity)}
      </Tile>
      <StateTile state={machine.machineState} note={note} />
      <Tile
        term={silent ? t('monitoring.lastSeen') : t('monitoring.updated')}
        known={machine.lastSeen !== null}
        note={
          machine.lastSeen
            ? t('monitoring.lastSeenTimeFull', { timeFull: clock.timeFull(Date.parse(machine.lastSeen)) })
            : t('monitoring.neverHeard')
        }
      >
        <DateLabel value={machine.lastSeen} refreshMs={10_000} />
      </Tile>
    </dl>
  )
}

function StateTile({ state, note }: { state: MachineDetails['machineState']; note: string | undefined }) {
  const Shape = state && stateIcons[state]
  return (
    <Tile term={t('general.state')} known={state !== null} note={note}>
      {Shape && <Shape size={18} className="self-center text-text-2" />}
      {state === null ? DASH : stateLabel(state)}
    </Tile>
  )
}

interface TileProps {
  term: string
  unit?: string
  known: boolean
  note?: string | undefined
  children: ReactNode
}

function Tile({ term, unit, known, note, children }: TileProps) {
  return (
    // The shadows are the lines between the tiles: they work for any number of columns, where borders need to count.
    <div className="min-w-0 px-[18px] pt-3.5 pb-3 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] max-md:px-3.5">
      <dt className="text-12 text-text-2">{term}</dt>
      <dd
        className={`flex items-baseline gap-1.5 font-display text-[1.5rem] leading-8 tracking-[-0.01em] whitespace-nowrap tabular-nums max-md:text-20 max-md:whitespace-normal max-md:[overflow-wrap:anywhere] ${known ? 'font-semibold' : 'font-medium text-text-3'}`}
      >
        {children}
        {unit && known && <small className="font-sans text-13 font-medium tracking-normal text-text-2">{unit}</small>}
      </dd>
      <dd className="min-h-3.5 text-11 text-text-3 tabular-nums">{note}</dd>
    </div>
  )
}

/** The tiles while they load, in their final size. */
export function LiveTilesSkeleton() {
  return (
    <div className={frame} aria-hidden="true">
      {['rate', 'total', 'temperature', 'humidity', 'state', 'seen'].map((tile) => (
        <div
          key={tile}
          className="px-[18px] pt-3.5 pb-3 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] max-md:px-3.5"
        >
          <Skeleton className="h-4 w-16" />
          <Skeleton className="mt-1.5 h-6 w-24 max-w-full" />
          <Skeleton className="mt-1.5 h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
