import type { MachineState } from '@packhouse/contract'
import { between, type Random, wholeBetween } from './random.ts'

export const SHIFT_SECONDS = 8 * 3600

/** A time in which a machine does not run. */
interface Stop {
  state: Exclude<MachineState, 'Running'>
  seconds: number
}

/** An interruption of a shift: stops that follow each other. */
export interface Interruption {
  /** Seconds after the start of the shift. */
  at: number
  stops: Stop[]
  /** The machine is set up for another product. */
  changeover: boolean
}

const minutes = (random: Random, low: number, high: number) => wholeBetween(random, low * 60, high * 60)

/**
 * What interrupts a shift of eight hours, in time order: the handover at its start, short stops, and now and then a
 * changeover, a fault with its repair or a longer stop. Interruptions may overlap; the caller decides.
 * @param stopRate 1 for an ordinary machine, more for one that stops more often
 */
export function planShift(random: Random, stopRate: number): Interruption[] {
  const plan: Interruption[] = [{ at: 0, stops: [idle(minutes(random, 2, 6))], changeover: false }]
  const some = () => wholeBetween(random, 1200, SHIFT_SECONDS - 2400)
  if (random() < 0.7) plan.push({ at: some(), stops: [stopped(minutes(random, 12, 26))], changeover: true })
  if (random() < 0.2 * stopRate) plan.push({ at: some(), stops: [stopped(minutes(random, 25, 55))], changeover: false })
  if (random() < 0.8 * stopRate) plan.push({ at: some(), stops: fault(random), changeover: false })
  plan.push(...shortStops(random, stopRate))
  return plan.sort((a, b) => a.at - b.at)
}

function shortStops(random: Random, stopRate: number): Interruption[] {
  const found: Interruption[] = []
  for (let at = gap(random, stopRate); at < SHIFT_SECONDS - 600; at += gap(random, stopRate)) {
    const seconds = Math.round(between(random, 30, 110) + random() ** 3 * 200)
    // Waiting for product or for the machine downstream is idling; a jam stops.
    found.push({ at, stops: [random() < 0.6 ? idle(seconds) : stopped(seconds)], changeover: false })
  }
  return found
}

function gap(random: Random, stopRate: number): number {
  return Math.round(between(random, 480, 1700) / stopRate)
}

function fault(random: Random): Stop[] {
  return [{ state: 'Faulted', seconds: minutes(random, 3, 10) }, stopped(minutes(random, 1, 3))]
}

function idle(seconds: number): Stop {
  return { state: 'Idle', seconds }
}

function stopped(seconds: number): Stop {
  return { state: 'Stopped', seconds }
}
