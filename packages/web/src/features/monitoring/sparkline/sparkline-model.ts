import { type CycleCounts, HISTORY_INTERVAL_MS, HOME_HISTORY_HOURS } from '@packhouse/contract'
import type { MachineStatus } from '../../../entities/machine/status.ts'
import { toMillis } from '../../../lib/format/dates.ts'
import type { SiteClock } from '../../../lib/format/site-clock.ts'
import { bucketEntries } from './bucket-entries.ts'

export interface SparklinePoint {
  /** Place along the width, 0 to 1. */
  x: number
  value: number | null
}

/** A stretch without readings, both ends from 0 to 1. */
export interface SparklineGap {
  from: number
  to: number
}

/** Everything a sparkline shows, free of sizes and colours. */
export interface SparklineModel {
  points: SparklinePoint[]
  gaps: SparklineGap[]
  ticks: { x: number; label: string }[]
  hours: number
  /** IANA name of the zone of its times. */
  zone: string
  /** Null where nothing was read: such a machine did not make 0 cycles. */
  total: number | null
  /** Of the painted points, cycles in 5 minutes. */
  lowest: number | null
  highest: number | null
  latest: number | null
  /** Where and since when the machine is silent, when the window ends in silence. */
  silence: { x: number; status: MachineStatus; since: string | null } | null
}

interface SparklineInput {
  cycleCounts: CycleCounts | undefined
  status: MachineStatus
  lastSeen: string | null
  now: number
  /** Of the machine's site: the card and the page of a machine show the same times. */
  clock: SiteClock
}

/** The sparkline of a machine at `now`, milliseconds since 1970. */
export function sparklineModel({ cycleCounts, status, lastSeen, now, clock }: SparklineInput): SparklineModel {
  const entries = cycleCounts?.entries ?? []
  const total = cycleCounts?.total ?? 0
  const hours = cycleCounts?.hours ?? HOME_HISTORY_HOURS
  // The server's clock may be ahead of the reader's: a record is never in the future.
  const end = Math.max(now, toMillis(lastSeen) ?? 0)
  const ordinal = entries.some((entry) => toMillis(entry.time) === undefined)
  const { points, ticks, placeOf } = ordinal
    ? ordinalPoints(entries, clock)
    : timedPoints(entries, { end, hours, clock })
  const gaps = findGaps(points)
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const silence = findSilence(gaps, status, toMillis(lastSeen), placeOf)
  return {
    points,
    gaps,
    ticks,
    hours,
    zone: clock.zone,
    total: values.length === 0 && total === 0 ? null : total,
    lowest: values.length > 0 ? Math.min(...values) : null,
    highest: values.length > 0 ? Math.max(...values) : null,
    latest: points.at(-1)?.value ?? null,
    silence: silence === undefined ? null : { x: silence, status, since: lastSeen },
  }
}

/**
 * Where the silence at the end begins, 0 to 1; undefined while the machine sends data. The last gap is cut to begin
 * at the last record of the machine, not at the middle of the bucket before. An offline machine is silent even before
 * the first empty bucket shows it.
 */
function findSilence(
  gaps: readonly SparklineGap[],
  status: MachineStatus,
  seen: number | undefined,
  placeOf: (time: number) => number,
): number | undefined {
  const heardUntil = seen === undefined ? 0 : Math.min(1, Math.max(0, placeOf(seen)))
  const last = gaps.at(-1)
  if (last?.to !== 1) return status === 'offline' ? heardUntil : undefined
  last.from = Math.max(last.from, heardUntil)
  return last.from < 1 || status === 'offline' ? last.from : undefined
}

/** The label of a point: its time of day at the site, or its number (from 1) when its time cannot be read. */
export function pointLabel(time: string, index: number, clock: SiteClock): string {
  const at = toMillis(time)
  return at === undefined ? String(index + 1) : clock.time(at)
}

interface Window {
  end: number
  hours: number
  clock: SiteClock
}

function timedPoints(entries: CycleCounts['entries'], { end, hours, clock }: Window) {
  const buckets = bucketEntries(entries, end, hours)
  const first = (buckets[0]?.start ?? 0) + HISTORY_INTERVAL_MS / 2
  const span = Math.max(1, (buckets.length - 1) * HISTORY_INTERVAL_MS)
  const placeOf = (time: number) => (time - first) / span
  const points = buckets.map(({ start, value }) => ({ x: placeOf(start + HISTORY_INTERVAL_MS / 2), value }))
  return { points, ticks: hourTicks({ from: first, to: first + span }, placeOf, clock), placeOf }
}

/** Entries whose times cannot all be read: evenly spaced in their order, labelled at the ends and in the middle. */
function ordinalPoints(entries: CycleCounts['entries'], clock: SiteClock) {
  const last = Math.max(1, entries.length - 1)
  const points = entries.map(({ value }, i) => ({ x: i / last, value }))
  const labelled = [...new Set([0, Math.floor(last / 2), entries.length - 1])].filter((i) => i in entries)
  const ticks = labelled.map((i) => ({ x: i / last, label: pointLabel(entries[i]?.time ?? '', i, clock) }))
  return { points, ticks, placeOf: () => 1 }
}

/** The full hours of the site between two moments. Counted by its clock, since some zones are half an hour off. */
function hourTicks({ from, to }: { from: number; to: number }, placeOf: (time: number) => number, clock: SiteClock) {
  const ticks: { x: number; label: string }[] = []
  const [, minutes = 0, seconds = 0] = clock.timeOfDay(from).split(':').map(Number)
  const hour = Math.floor(from / 1_000) * 1_000 + ((59 - minutes) * 60 + 60 - seconds) * 1_000
  for (let time = hour; time <= to; time += 3_600_000) ticks.push({ x: placeOf(time), label: clock.time(time) })
  return ticks
}

/** The stretches without value, each from the last point with a value to the next one. */
export function findGaps(points: readonly SparklinePoint[]): SparklineGap[] {
  const gaps: SparklineGap[] = []
  let open: number | undefined
  points.forEach(({ x, value }, i) => {
    if (value === null) open ??= i === 0 ? 0 : (points[i - 1]?.x ?? 0)
    else if (open !== undefined) {
      gaps.push({ from: open, to: x })
      open = undefined
    }
  })
  if (open !== undefined) gaps.push({ from: open, to: 1 })
  return gaps
}
