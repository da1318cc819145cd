import type { MachineStops, Stop, StopPart } from '@packhouse/contract'
import { dateAfter, type SiteClock } from '../../lib/format/site-clock.ts'

/** A part of a stop as a line of the list. */
export interface StopEntry extends StopPart {
  state: Stop['state']
}

/** The parts of all stops, oldest first. */
export function partsOfStops({ stops }: Pick<MachineStops, 'stops'>): StopEntry[] {
  return stops.flatMap(({ parts, state }) => parts.map((part) => ({ ...part, state })))
}

/** By what the list of stops is in order. */
export type StopOrder = 'longest' | 'newest'

/** The parts of stops in the order they are read in: the longest first, or the newest. Equal ones by the newest. */
export function inOrder(entries: readonly StopEntry[], order: StopOrder): StopEntry[] {
  const newest = entries.toReversed()
  return order === 'newest' ? newest : newest.sort((a, b) => lengthOf(b) - lengthOf(a))
}

/** How long a part is, ms. */
export function lengthOf({ from, to }: Pick<StopPart, 'from' | 'to'>): number {
  return Date.parse(to) - Date.parse(from)
}

/** Names a part as long as nobody splits it: the end of a stop that goes on moves. */
export function partKey({ from, reasonId }: StopPart): string {
  return `${from} ${reasonId}`
}

/** Half of the way, to the whole second: where a split is proposed. */
export function middleOf({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(from) + Date.parse(to)) / 2000) * 1000
}

/**
 * The moment of a time of day such as `06:12:30` within a part, as the clock of the site shows it.
 * @returns undefined where the part has no such moment
 */
export function momentWithin(part: { from: string; to: string }, timeOfDay: string, clock: SiteClock) {
  const [hours = 0, minutes = 0, seconds = 0] = timeOfDay.split(':').map(Number)
  const [from, to] = [Date.parse(part.from), Date.parse(part.to)]
  // A stop may go on over midnight.
  for (let date = clock.dateOf(from); clock.startOf(date) < to; date = dateAfter(date, 1)) {
    const at = clock.atWall(date, hours * 60 + minutes + seconds / 60)
    if (at !== undefined && from < at && at < to) return new Date(at).toISOString()
  }
  return undefined
}
