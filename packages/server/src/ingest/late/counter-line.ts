import { counted } from '../../telemetry/index.ts'
import type { Reading, Readings } from './late-record.ts'

/** What a late reading of a counter changes: its own step, and that of the reading behind it. */
export interface CounterChange {
  step: number
  /** What the step of the next reading is to be corrected by; its time in Unix ms. */
  next?: { at: number; by: number }
}

/** A counter of one machine, into which late readings come in time order. */
export class CounterLine {
  /** The last late reading. */
  #last: Reading | undefined
  #newest: Reading | undefined

  /** @param newest the newest reading that is stored */
  constructor(newest: Reading | undefined) {
    this.#newest = newest
  }

  /** The newest reading now. */
  get newest(): Reading | undefined {
    return this.#newest
  }

  /** @param readings what was stored on either side before any of the late ones */
  insert(at: number, value: number | undefined, readings: Readings): CounterChange {
    if (value === undefined) return { step: 0 }
    const before = later(readings.before, this.#last)
    const { after } = readings
    const reading = { at, value }
    this.#last = reading
    this.#newest = later(this.#newest, reading)
    const step = stepTo(before, reading)
    if (after === undefined) return { step }
    return { step, next: { at: after.at, by: stepTo(reading, after) - stepTo(before, after) } }
  }
}

function stepTo(before: Reading | undefined, { at, value }: Reading): number {
  return counted(before?.value ?? null, before?.at ?? null, value, at)
}

function later(a: Reading | undefined, b: Reading | undefined): Reading | undefined {
  return a === undefined || (b !== undefined && b.at > a.at) ? b : a
}
