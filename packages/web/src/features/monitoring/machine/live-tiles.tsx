import type { MachineDetails } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { stateIcons } from '../../../entities/machine/machine-icons.tsx'
import { stateLabel } from '../../../entities/machine/state-labels.ts'
import { isDemoMode } from '../../../lib/demo-mode.ts'
import { DateLabel } from '../../../lib/format/date-label.tsx'
import { formatLimit, formatMeasured, measureOf } from '../../../lib/format/measures.ts'
import { DASH, formatCount, formatPercent, isReading } from '../../../lib/format/numbers.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { NormalRange } from './normal-range.ts'
import { RangeBar } from './range-bar.tsx'
import { declaredOf, isJudged, judged, setRangeOf } from './reading-settings.ts'
import { useNormalRange } from './use-normal-range.ts'

const frame =
  'mb-4 grid grid-cols-2 overflow-hidden rounded-panel border border-line bg-surface sm:grid-cols-4 xl:grid-cols-7'

/** The newest values of a machine, on their normal ranges. They move with the live stream. */
export function LiveTiles({ machine, clock }: { machine: MachineDetails; clock: SiteClock }) {
  const silent = machine.online !== true
  // The last values of an offline machine are useful, but must not look current.
  const note = silent && machine.lastSeen ? t('monitoring.lastKnown') : undefined
  const { utilization = null, designSpeed } = machine
  const isTooFast = !silent && designSpeed !== null && designSpeed > 0 && (machine.cyclesPerMin ?? 0) > designSpeed
  return (
    <dl className={frame}>
      <Tile
        term={t('monitoring.utilizationLabel')}
        unit="%"
        known={isReading(utilization)}
        note={t('monitoring.last3Hours')}
        bar={isReading(utilization) && <RangeBar value={utilization} ends={hundred} normal={hundred} />}
      >
        {formatPercent(utilization)}
      </Tile>
      {setRangeOf(machine, 'cyclesPerMin') ? (
        <MeasureTile machine={machine} tag="cyclesPerMin" term={t('monitoring.cyclesMin')} note={note} />
      ) : (
        <Tile
          term={t('monitoring.cyclesMin')}
          known={isReading(machine.cyclesPerMin)}
          note={note ?? (designSpeed === null ? undefined : designSpeedWords(formatCount(designSpeed), isTooFast))}
          warns={isTooFast}
          bar={
            !silent &&
            isReading(machine.cyclesPerMin) &&
            designSpeed !== null &&
            designSpeed > 0 && (
              <RangeBar
                value={machine.cyclesPerMin}
                ends={{ from: 0, to: designSpeed * 1.25 }}
                normal={{ from: 0, to: designSpeed }}
              />
            )
          }
        >
          {formatMeasured('cyclesPerMin', machine.cyclesPerMin, declaredOf(machine, 'cyclesPerMin'))}
        </Tile>
      )}
      <Tile term={t('monitoring.totalCycles')} known={isReading(machine.totalCycles)} note={note}>
        {formatMeasured('totalCycles', machine.totalCycles, declaredOf(machine, 'totalCycles'))}
      </Tile>
      <MeasureTile machine={machine} tag="temperature" term={t('monitoring.temp')} note={note} />
      <MeasureTile machine={machine} tag="humidity" term={t('monitoring.humidity')} note={note} />
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

function designSpeedWords(speed: string, isTooFast: boolean): string {
  return isTooFast ? t('monitoring.aboveDesignSpeed', { speed }) : t('monitoring.designSpeed', { speed })
}

const hundred: NormalRange = { from: 0, to: 100 }

interface MeasureTileProps {
  machine: MachineDetails
  tag: 'temperature' | 'humidity' | 'cyclesPerMin'
  term: string
  note: string | undefined
}

/** A measured value beside its normal range: the one that is set, else the one in which it usually lies. */
function MeasureTile({ machine, tag, term, note }: MeasureTileProps) {
  const stored = machine[tag]
  const declared = declaredOf(machine, tag)
  const measure = measureOf(tag, declared)
  const { unit, shown } = measure
  const set = setRangeOf(machine, tag)
  const usual = useNormalRange(machine.machineID, tag, set === undefined && isReading(stored) && !isDemoMode())
  const range = set ?? usual
  const normal = range && { from: shown(range.from), to: shown(range.to) }
  const value = isReading(stored) ? shown(stored) : undefined
  const isCompared = note === undefined && (set === undefined || isJudged(machine))
  const judgement =
    normal && judged(isCompared ? value : undefined, normal, set === undefined ? measure.format : formatLimit)
  const isClosed = normal !== undefined && Number.isFinite(normal.from) && Number.isFinite(normal.to)
  return (
    <Tile
      term={term}
      unit={unit}
      known={value !== undefined}
      note={note ?? judgement?.words}
      warns={judgement?.isOutside === true}
      bar={
        isCompared &&
        isClosed &&
        value !== undefined && <RangeBar value={value} ends={widened(normal)} normal={normal} />
      }
    >
      {formatMeasured(tag, stored, declared)}
    </Tile>
  )
}

/** The normal range with as much room at either end as shows how far outside a value is. */
function widened({ from, to }: NormalRange): NormalRange {
  const room = (to - from || 1) / 2
  return { from: from - room, to: to + room }
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
  /** Whether the value lies outside of what is normal. */
  warns?: boolean
  bar?: ReactNode
  children: ReactNode
}

function Tile({ term, unit, known, note, warns = false, bar, children }: TileProps) {
  return (
    // The shadows are the lines between the tiles: they work for any number of columns, where borders need to count.
    <div className="flex min-w-0 flex-col px-[18px] pt-2.5 pb-2.5 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] max-md:px-3.5">
      <dt className="text-12 text-text-2">{term}</dt>
      <dd
        className={`flex items-baseline gap-1.5 font-display text-[1.5rem] leading-8 tracking-[-0.01em] whitespace-nowrap tabular-nums max-2xl:text-20 max-md:whitespace-normal max-md:[overflow-wrap:anywhere] max-sm:text-17 ${known ? 'font-semibold' : 'font-medium text-text-3'}`}
      >
        {children}
        {unit && known && <small className="font-sans text-13 font-medium tracking-normal text-text-2">{unit}</small>}
      </dd>
      <dd className="mt-auto">{bar}</dd>
      <dd className={`flex min-h-3.5 items-center gap-1 text-11 tabular-nums ${warns ? 'text-warn' : 'text-text-3'}`}>
        {warns && <WarningIcon size={12} className="shrink-0" />}
        {note}
      </dd>
    </div>
  )
}

/** The tiles while they load, in their final size. */
export function LiveTilesSkeleton() {
  return (
    <div className={frame} aria-hidden="true">
      {['utilization', 'rate', 'total', 'temperature', 'humidity', 'state', 'seen'].map((tile) => (
        <div
          key={tile}
          className="px-[18px] pt-2.5 pb-2.5 shadow-[1px_0_0_var(--line),0_1px_0_var(--line)] max-md:px-3.5"
        >
          <Skeleton className="h-4 w-16" />
          <Skeleton className="mt-1.5 h-6 w-24 max-w-full" />
          <Skeleton className="mt-1.5 h-3 w-12" />
        </div>
      ))}
    </div>
  )
}
