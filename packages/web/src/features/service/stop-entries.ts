import type { MachineStops, Stop, StopPart } from '@packhouse/contract'

/** A part of a stop as a line of the list. */
export interface StopEntry extends StopPart {
  state: Stop['state']
}

/** The parts of all stops, oldest first. */
export function partsOfStops({ stops }: Pick<MachineStops, 'stops'>): StopEntry[] {
  return stops.flatMap(({ parts, state }) => parts.map((part) => ({ ...part, state })))
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
 * The moment of a time of day such as `06:12:30` within a part, in the reader's time zone.
 * @returns undefined where the part has no such moment
 */
export function momentWithin({ from, to }: { from: string; to: string }, timeOfDay: string): string | undefined {
  const parts = timeOfDay.split(':').map(Number)
  const at = new Date(from)
  at.setHours(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0, 0)
  // A stop may go on over midnight.
  for (; at.getTime() < Date.parse(to); at.setDate(at.getDate() + 1)) {
    if (at.getTime() > Date.parse(from)) return at.toISOString()
  }
  return undefined
}
