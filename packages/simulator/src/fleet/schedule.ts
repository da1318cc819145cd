import type { MachineState, SampleMachine } from '@packhouse/contract'
import { between, createRandom, type Random } from './random.ts'
import { type Interruption, planShift, SHIFT_SECONDS } from './shift-plan.ts'

/**
 * What a machine does repeats every two weeks. So the counter at any time is: whole periods, plus the sum up to the
 * segment, plus a closed form within it, so that years need not be added up.
 */
export const PERIOD_SECONDS = 14 * 24 * 3600

/** Speeds are whole hundredths of a cycle per minute and times whole ms, so that sums of cycles are exact. */
export const UNITS_PER_CYCLE = 100 * 60_000

const SLOWEST = 1500
const FASTEST = 3500
/** Room for the wandering of the speed around its target. */
const MARGIN = 60
const WARM_UP_SECONDS = 420
const COOL_DOWN_SECONDS = 900

/** A stretch of time in which the state stays and the speed changes evenly. */
export interface Segment {
  state: MachineState
  /** Seconds after the start of the period. */
  start: number
  seconds: number
  /** Speed at the start and at the end, hundredths of a cycle per minute. */
  from: number
  to: number
  /** Cycles since the start of the period, in units. */
  done: number
  /** Between 0 (cold) and 1 (as warm as running makes it), at the start. */
  warmth: number
  /** Counts the changeovers of the period. */
  batch: number
}

export interface Schedule {
  segments: readonly Segment[]
  /** Cycles of a whole period, in units. */
  total: number
}

/** Lays out two weeks of a machine. @param seed decides everything that is left to chance */
export function buildSchedule(machine: Pick<SampleMachine, 'designSpeed'>, seed: number): Schedule {
  const builder = new ScheduleBuilder(machine.designSpeed * 100, createRandom(seed))
  for (let start = 0; start < PERIOD_SECONDS; start += SHIFT_SECONDS) builder.addShift(start)
  const { segments } = builder
  // Twice, because the warmth at the start of a period is the one at its end.
  spreadWarmth(segments, spreadWarmth(segments, 1))
  return { segments, total: sumUp(segments) }
}

class ScheduleBuilder {
  readonly segments: Segment[] = []
  readonly #design: number
  readonly #random: Random
  readonly #stopRate: number
  #target: number
  #time = 0
  #batch = 0

  constructor(design: number, random: Random) {
    this.#design = design
    this.#random = random
    this.#stopRate = between(random, 0.75, 1.35)
    this.#target = this.#chooseTarget()
  }

  addShift(start: number): void {
    const end = start + SHIFT_SECONDS
    for (const interruption of planShift(this.#random, this.#stopRate)) {
      const at = start + interruption.at
      const length = interruption.stops.reduce((sum, stop) => sum + stop.seconds, 0)
      // One that falls into another, or leaves no time to run at all, did not happen.
      const fits = at === start || (at - this.#time >= 240 && at + length <= end - 240)
      if (fits) this.#interrupt(at, interruption)
    }
    this.#runUntil(end)
  }

  #interrupt(at: number, interruption: Interruption): void {
    this.#runUntil(at)
    if (interruption.changeover) {
      this.#batch += 1
      this.#target = this.#chooseTarget()
    }
    for (const stop of interruption.stops) this.#add(stop.state, stop.seconds, 0, 0)
  }

  /** After a start the speed rises for a minute or two; then it wanders a little around its target. */
  #runUntil(end: number): void {
    if (end <= this.#time) return
    let speed = this.#wandered()
    const ramp = Math.min(end - this.#time, Math.round(between(this.#random, 60, 120)))
    this.#add('Running', ramp, Math.max(SLOWEST, Math.round(this.#target * 0.5)), speed)
    while (this.#time < end) {
      const next = this.#wandered()
      this.#add('Running', Math.min(end - this.#time, Math.round(between(this.#random, 90, 240))), speed, next)
      speed = next
    }
  }

  #add(state: MachineState, seconds: number, from: number, to: number): void {
    this.segments.push({ state, start: this.#time, seconds, from, to, done: 0, warmth: 0, batch: this.#batch })
    this.#time += seconds
  }

  #chooseTarget(): number {
    const target = this.#design * between(this.#random, 0.92, 1)
    return Math.min(FASTEST - MARGIN, Math.max(SLOWEST + MARGIN, target))
  }

  #wandered(): number {
    return Math.round(this.#target + between(this.#random, -MARGIN, MARGIN))
  }
}

/** Fills in the warmth of each segment. @returns the one at the end */
function spreadWarmth(segments: readonly Segment[], start: number): number {
  let warmth = start
  for (const segment of segments) {
    segment.warmth = warmth
    warmth = warmthWithin(segment, segment.seconds)
  }
  return warmth
}

/** Fills in the cycles done before each segment. @returns those of all */
function sumUp(segments: readonly Segment[]): number {
  let done = 0
  for (const segment of segments) {
    segment.done = done
    done += unitsWithin(segment, segment.seconds * 1000)
  }
  return done
}

/**
 * Cycles since the start of a segment, in units: the area under a straight line. Monotonic even in floating point,
 * because the dividend is a whole number below 2^53.
 * @param ms since the start of the segment
 */
export function unitsWithin(segment: Segment, ms: number): number {
  const length = segment.seconds * 1000
  return (2 * length * segment.from * ms + (segment.to - segment.from) * ms * ms) / (2 * length)
}

/** Speed, in hundredths of a cycle per minute. @param ms since the start of the segment */
export function speedWithin(segment: Segment, ms: number): number {
  return segment.from + ((segment.to - segment.from) * ms) / (segment.seconds * 1000)
}

/** Warmth approaches what the state asks for, as a body warms and cools. @param seconds since the segment's start */
export function warmthWithin(segment: Segment, seconds: number): number {
  const running = segment.state === 'Running'
  const goal = running ? 1 : 0
  return goal + (segment.warmth - goal) * Math.exp(-seconds / (running ? WARM_UP_SECONDS : COOL_DOWN_SECONDS))
}

/** The segment of a time. @param second since the start of the period, not below 0 */
export function segmentAt(schedule: Schedule, second: number): Segment {
  const { segments } = schedule
  let low = 0
  let high = segments.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((segments[middle]?.start ?? 0) <= second) low = middle
    else high = middle - 1
  }
  const segment = segments[low]
  if (segment === undefined) throw new Error('A schedule has at least one segment.')
  return segment
}
