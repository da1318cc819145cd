import type { MachineOee, MachineStops } from '@packhouse/contract'
import { limitWords } from '../../lib/format/lengths.ts'
import { formatCount } from '../../lib/format/numbers.ts'

/** What `docs/counting.md` says of the numbers of these panels, with the values of the machine. */

function silenceRule({ staleAfterSeconds }: { staleAfterSeconds: number }): string {
  return `A record counts until the next one, but no longer than ${limitWords(staleAfterSeconds)} (“Offline after” of this machine). The time after that is unknown.`
}

export function oeeRules(oee: MachineOee): string[] {
  const speed = oee.designSpeed === null ? 'the design speed' : `${formatCount(oee.designSpeed)} cycles/min`
  return [
    'OEE is availability × performance × quality.',
    'Planned production is the time shown without planned stops and without unknown time.',
    'Availability is running time and minor stops, of planned production.',
    `Performance is the time that the cycles take at ${speed}, of running time and minor stops.`,
    'Quality is good cycles, of all cycles.',
    'Utilization is running time, of all the time shown. Unknown time counts as time in which it did not run.',
    `A stop of ${limitWords(oee.minorStopSeconds)} or less is minor (“Minor stops” of this machine) and has no reason.`,
    silenceRule(oee),
    'A step of the counter is not counted after more than 24 hours without a reading, or if it is faster than 100,000 cycles/min.',
  ]
}

export function stopRules(stops: MachineStops): string[] {
  return [
    `A stop is a time without a gap in which the machine was Idle, Stopped or Faulted for more than ${limitWords(stops.minorStopSeconds)} (“Minor stops” of this machine).`,
    'Shorter ones are minor: they are not listed, have no reason, and count as minor stops in the OEE.',
    'A stop goes on through several states. Running or unknown time ends it.',
    silenceRule(stops),
    'A reason counts where it lies over a stop. If late records change the stops, the reasons stay at their times.',
  ]
}

export function serviceRules(zone: string): string[] {
  return [
    `Days are those of the site (${zone}).`,
    'A plan begins with its last service; before the first one with the commissioning, else with the making of the plan.',
    'Running hours and cycles count by whole minutes from then on, as far as records have come in.',
    'The date of a plan by hours or cycles comes from what the machine did per day in the last 14 days, or since its first record.',
    'It is worked out once an hour and with each service.',
  ]
}
