/** What the counter of a machine shows at a time, and when the message with it arrives. */
export interface ShownReading {
  /** Unix ms. */
  at: number
  shown: number
  /** Place in the order of arrival. */
  arrival: number
}

/** What a machine did, and what was heard of it. */
export interface CounterHistory {
  rolloverAt: number | null
  /** In the order of arrival. */
  readings: ShownReading[]
  /** Cycles by the start of their minute, Unix ms, as far as what was heard says. */
  cycles: Map<number, number>
  /** Whether what the server remembers of a machine is lost in the middle of it. */
  forgets: boolean
}

/** How a counter came to where it is: by making cycles since the last of these. */
type Origin = 'first' | 'reset' | 'replaced'

interface Moment {
  at: number
  /** Cycles on the counter if it never wrapped. */
  line: number
  /** Which counter it is, and how it began. */
  counter: number
  origin: Origin
  isLost: boolean
  delay: number
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Ticks between two events: what lies between two readings is one event at most. */
const APART = 8

/**
 * Makes up what a machine does, tick by tick: it runs, stands still, wraps, is reset, has its controller replaced, steps back a
 * little; readings are late and lost. What there is to count follows from what was done, not from what the counter shows.
 * @param random numbers from 0 to 1
 */
export function makeCounterHistory(random: () => number, start: number): CounterHistory {
  const machine = new CountingMachine(random, start)
  const ticks = 20 + whole(random, 30)
  for (let tick = 0; tick < ticks; tick++) machine.tick()
  return machine.history()
}

class CountingMachine {
  readonly #random: () => number
  readonly #rolloverAt: number | null
  readonly #interval: number
  /** The most cycles of a tick. */
  readonly #most: number
  readonly #forgets: boolean
  readonly #moments: Moment[] = []
  #at: number
  #line: number
  #counter = 0
  #origin: Origin = 'first'
  /** Ticks since the last event. */
  #quiet = 0
  #missing = 0

  constructor(random: () => number, start: number) {
    this.#random = random
    this.#at = start
    this.#interval = pick(random, [5_000, 20_000, MINUTE_MS, 15 * MINUTE_MS])
    this.#rolloverAt = pick(random, [null, 10_000, 65_536, 2 ** 24])
    const fastest = 1 + Math.floor((1_500 * this.#interval) / MINUTE_MS)
    const most = Math.min(fastest, (this.#rolloverAt ?? 2 ** 30) / 256)
    this.#most = 1 + Math.floor(random() * (most - 1))
    this.#forgets = random() < 0.3
    this.#line = this.#firstShown()
  }

  tick(): void {
    this.#at += this.#interval
    const runs = this.#random() < 0.8
    if (runs) this.#line += Math.ceil(this.#most * (0.6 + 0.4 * this.#random()))
    this.#quiet++
    const isEvent = this.#quiet > APART && this.#random() < 0.3 && this.#happens()
    if (isEvent) this.#quiet = 0
    this.#note(runs && !isEvent)
  }

  history(): CounterHistory {
    const heard = this.#moments.filter(({ isLost }) => !isLost)
    const readings = heard.map(({ at, line, delay }, place) => ({
      at,
      shown: this.#shownAt(line),
      arrival: place + delay,
    }))
    return {
      rolloverAt: this.#rolloverAt,
      readings: readings.toSorted((a, b) => a.arrival - b.arrival),
      cycles: this.#cyclesOf(heard),
      forgets: this.#forgets,
    }
  }

  /** Often shortly before the end of the range. */
  #firstShown(): number {
    const range = this.#rolloverAt
    if (range === null) return whole(this.#random, pick(this.#random, [100, 100_000, 10_000_000]))
    if (this.#random() < 0.6) return range - 1 - whole(this.#random, Math.min(range / 2, this.#most * 20))
    return whole(this.#random, range)
  }

  #shownAt(line: number): number {
    return this.#rolloverAt === null ? line : line % this.#rolloverAt
  }

  #happens(): boolean {
    const event = pick(this.#random, ['reset', 'reset', 'replaced', 'back', 'back', 'silence'] as const)
    if (event === 'reset') return this.#reset()
    if (event === 'replaced') return this.#replace()
    if (event === 'back') return this.#stepBack()
    this.#at += DAY_MS + whole(this.#random, DAY_MS)
    return true
  }

  /** By hand, to 0, where it can be told from a wrap and from a small step back. */
  #reset(): boolean {
    const shown = this.#shownAt(this.#line)
    const range = this.#rolloverAt
    if (shown < 80 * this.#most) return false
    if (range !== null && shown > 0.7 * range) {
      const isFarFromEnd = shown < range - 40 * this.#most
      // Near the end of the range only the pace tells a reset from a wrap.
      if (this.#forgets || !isFarFromEnd || !this.#ranLately()) return false
    }
    this.#begin(0, 'reset')
    return true
  }

  #ranLately(): boolean {
    const [before, last] = this.#moments.filter(({ isLost, delay }) => !isLost && delay === 0).slice(-2)
    return before !== undefined && last !== undefined && last.counter === before.counter && last.line > before.line
  }

  /** By a controller that has counted before: less, or so much more that no machine made it. */
  #replace(): boolean {
    const shown = this.#shownAt(this.#line)
    const range = this.#rolloverAt
    if (shown < 80 * this.#most || (range !== null && shown > 0.7 * range)) return false
    const impossible = (2_000 * 6 * Math.max(this.#interval, MINUTE_MS)) / MINUTE_MS
    const isMore = range === null && this.#random() < 0.5
    const other = isMore ? 3 * shown + impossible : Math.floor(shown * (0.2 + 0.6 * this.#random()))
    this.#begin(other, 'replaced')
    return true
  }

  #begin(line: number, origin: Origin): void {
    this.#line = line
    this.#origin = origin
    this.#counter++
  }

  /** As after a power cut; over the start of the range as well. */
  #stepBack(): boolean {
    // One step in which a counter went both on and back would be all that is known of its pace.
    if (this.#forgets && this.#missing > 0) return false
    const shown = this.#shownAt(this.#line)
    const range = this.#rolloverAt
    const most = Math.max(1, Math.floor((range ?? 64_000) / 64))
    // Nobody has seen what lies before the range in which the first reading was.
    const hasWrapped = range !== null && Math.floor(this.#line / range) > this.#firstRange(range)
    const crosses = hasWrapped && shown + 1 < most && this.#random() < 0.7
    const by = crosses
      ? shown + 1 + whole(this.#random, most - shown - 1)
      : 1 + whole(this.#random, Math.min(most, shown / 2))
    if (!crosses && by > shown / 2) return false
    this.#line -= by
    return true
  }

  #firstRange(range: number): number {
    const first = this.#moments.find(({ counter }) => counter === this.#counter)
    return first === undefined ? Number.POSITIVE_INFINITY : Math.floor(first.line / range)
  }

  #note(mayBeMissing: boolean): void {
    const isEarly = this.#moments.length < 3
    const isMissing = mayBeMissing && !isEarly && this.#missing < 2 && this.#random() < 0.25
    this.#missing = isMissing ? this.#missing + 1 : 0
    const isLost = isMissing && this.#random() < 0.5
    const delay = isMissing && !isLost ? 1.5 + whole(this.#random, 5) : 0
    const [line, counter, origin] = [this.#line, this.#counter, this.#origin]
    this.#moments.push({ at: this.#at, line, counter, origin, isLost, delay })
  }

  #cyclesOf(heard: readonly Moment[]): Map<number, number> {
    const cycles = new Map<number, number>()
    for (const [place, now] of heard.entries()) {
      const before = heard[place - 1]
      if (before === undefined || now.at - before.at > DAY_MS) continue
      const made = this.#madeBetween(before, now)
      const minute = now.at - (now.at % MINUTE_MS)
      if (made > 0) cycles.set(minute, (cycles.get(minute) ?? 0) + made)
    }
    return cycles
  }

  #madeBetween(before: Moment, now: Moment): number {
    if (before.counter === now.counter) return Math.max(0, now.line - before.line)
    return now.origin === 'reset' ? now.line : 0
  }
}

/** A whole number from 0 to below `most`. */
function whole(random: () => number, most: number): number {
  return Math.floor(random() * Math.max(1, most))
}

function pick<const T>(random: () => number, values: readonly T[]): T {
  return values[whole(random, values.length)] as T
}
