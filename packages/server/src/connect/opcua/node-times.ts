import { CLOCK_AHEAD_LIMIT_MS } from '@packhouse/contract'
import { justAfter, orderedTime } from '../../telemetry/index.ts'
import type { NodeChange } from './node-watch.ts'

const PICO_PER_MICRO = 1_000_000
/** Clocks that are no further apart run alike. */
const NEARLY_MS = 1_000

/** Now, by two clocks. */
export interface Moment {
  /** By that of the server, Unix ms; undefined where it does not say. */
  server: number | undefined
  /** By ours. */
  arrival: number
}

/** When a change has happened. */
export interface ChangeTimes {
  /** Its own time, or now where that one cannot be true; both of what is found at the beginning of a session; none of what is known. */
  at: number[]
  /** Whether it belongs before what is known of the node. */
  isLate: boolean
  /** Whether the clock of its source is so far ahead that now counts. */
  isAhead: boolean
}

interface Known {
  /** Time of its newest value as its source has named it. */
  source: number
  /** The same as it was reported. */
  at: number
}

const NOTHING: Known = { source: Number.NEGATIVE_INFINITY, at: Number.NEGATIVE_INFINITY }

/**
 * The times of changes, by node: each node has its own clock, so that one that is wrong moves no other. It outlives the sessions
 * of a connection.
 */
export class NodeTimes {
  readonly #known = new Map<string, Known>()

  timesOf({ node, value, begins, isRead }: NodeChange, moment: Moment): ChangeTimes {
    const known = this.#known.get(node) ?? NOTHING
    const now = nowOf(moment)
    const named = sourceOf(value)
    const isAhead = named - moment.arrival > CLOCK_AHEAD_LIMIT_MS
    const source = isAhead ? Number.NaN : named
    const isLate = begins !== 'now' && !isRead && source < known.source
    const at = timesFor({ begins, isLate, isRead }, source, now, known)
    if (!isLate && at.length > 0) {
      const newest = Math.max(...at)
      this.#known.set(node, { source: Number.isNaN(source) ? newest : source, at: Math.max(newest, known.at) })
    }
    return { at, isLate, isAhead }
  }

  /** Forgets nodes that are not watched any more. */
  limitTo(nodes: readonly string[]): void {
    const wanted = new Set(nodes)
    for (const node of this.#known.keys()) if (!wanted.has(node)) this.#known.delete(node)
  }
}

type Kind = Pick<NodeChange, 'begins' | 'isRead'> & Pick<ChangeTimes, 'isLate'>

/** @param source its own time; NaN if it is missing or cannot be true */
function timesFor({ begins, isLate, isRead }: Kind, source: number, now: number, known: Known): number[] {
  if (begins === 'now') return currentTimes(source, now, known)
  if (begins === 'first' && (known === NOTHING || source <= known.source)) return []
  // What was before now needs no place behind what is known.
  if (begins !== undefined && !Number.isNaN(source)) return [source]
  if (isLate || source > known.at) return [source]
  if (isRead || Number.isNaN(source)) return [behind(now, known)]
  // Newer by its own clock, which may be far behind the one by which its first value was reported.
  return [known.at - source > NEARLY_MS ? behind(now, known) : justAfter(known.at)]
}

/**
 * What a node has at the beginning of a session is true now, whenever it has changed; and it was true then, if it has changed while
 * nobody was connected.
 */
function currentTimes(source: number, now: number, known: Known): number[] {
  if (!(source > known.at)) return [behind(now, known)]
  if (source >= now) return [source]
  return [...(known === NOTHING ? [] : [source]), now]
}

/** Now, or just behind what was reported of the node. */
function behind(now: number, known: Known): number {
  return known.at < now ? now : justAfter(known.at)
}

/** The time that a value names itself, to the microsecond; NaN where it names none. */
function sourceOf({ sourceTimestamp, sourcePicoseconds, serverTimestamp }: NodeChange['value']): number {
  const source = timeOf(sourceTimestamp)
  if (source === undefined) return timeOf(serverTimestamp) ?? Number.NaN
  const microseconds = Math.floor(sourcePicoseconds / PICO_PER_MICRO)
  return microseconds > 0 && microseconds < 1_000 ? orderedTime(source, microseconds) : source
}

/** By the clock of the server, as are the times of most of its values; by ours where that one is ahead or not known. */
export function nowOf({ server, arrival }: Moment): number {
  return server === undefined || server - arrival > CLOCK_AHEAD_LIMIT_MS ? arrival : server
}

/** @returns Unix ms; undefined where there is no time, or one that no machine has lived in */
export function timeOf(time: Date | null | undefined): number | undefined {
  const at = time?.getTime()
  return at === undefined || Number.isNaN(at) || at <= 0 ? undefined : at
}
