import { limitWords } from '../../lib/format/lengths.ts'

/** What `docs/counting.md` says of the numbers of these screens, with the values of the machine. */

export const utilizationRules = [
  'Utilization is the share of the last 180 full minutes in which the machine ran. The current minute does not count yet.',
  'A record counts until the next one, but no longer than “Offline after” of its machine. The time after that is unknown.',
  'Unknown time counts as time in which the machine did not run. A machine that never sent anything has no utilization.',
] as const

/** @param silence “Offline after” of the machine, ms */
export function stateRules(silence: number): string[] {
  return [
    `A record counts until the next one, but no longer than ${limitWords(silence / 1_000)} (“Offline after” of this machine). The time after that is unknown.`,
    'A state that a record does not repeat goes on.',
    'A record counts at its own time, whenever it arrives. A change of “Offline after” does not change the past.',
  ]
}

export function heatRules(zone: string): string[] {
  return [
    `Hours are those of the clock at the site (${zone}).`,
    'The cycles of a record are the step of the counter since the reading before it. The first reading counts nothing; a counter that went back was reset.',
    'A step is not counted after more than 24 hours without a reading, or if it is faster than 100,000 cycles/min.',
    'The current hour counts up to now.',
  ]
}
