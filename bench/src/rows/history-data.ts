import type { TelemetryRecord } from '@packhouse/server'
import { createRandom } from '../driver/random.ts'

/** A record every ten seconds, with the ten values of workload W. */
export const STEP_MS = 10_000
export const VALUES = 10

/** The numbers of one machine's records as they go on; states are numbers here and names in the product. */
export interface Values {
  at: number
  totalCycles: number
  cyclesPerMin: number
  temperature: number
  humidity: number
  running: boolean
  analogue: number[]
}

/** Makes the records of one machine: a counter, a rate, two decimals of temperature and humidity, a state, five with noise. */
export class MachineValues {
  readonly #random: () => number
  #total = 100_000
  #temperature: number
  #left = 0
  #running = true

  constructor(seed: number, machine: number) {
    this.#random = createRandom(seed * 100_003 + machine)
    this.#temperature = 22 + 10 * this.#random()
  }

  next(at: number): Values {
    if (this.#left <= 0) {
      this.#running = !this.#running || this.#random() < 0.5
      this.#left = Math.round((this.#running ? 240 : 40) * (0.2 + this.#random()))
    }
    this.#left -= 1
    this.#temperature += 0.03 * this.#noise() + 0.002 * (27 - this.#temperature)
    this.#total += this.#running ? Math.max(0, Math.round(4 + 0.6 * this.#noise())) : 0
    return {
      at,
      totalCycles: this.#total,
      cyclesPerMin: this.#running ? round(25 + this.#noise(), 1) : 0,
      temperature: round(this.#temperature, 2),
      humidity: round(40 + 0.3 * this.#noise(), 2),
      running: this.#running,
      analogue: [1, 2, 3, 4, 5].map((n) => round(10 * n + 0.5 * this.#noise(), 2)),
    }
  }

  /** About normal, with a deviation of 1. */
  #noise(): number {
    return this.#random() + this.#random() + this.#random() + this.#random() + this.#random() + this.#random() - 3
  }
}

export function toRecord(machineKey: number, values: Values): TelemetryRecord {
  const { at, running, analogue, ...fields } = values
  return {
    machineKey,
    at,
    receivedAt: at,
    totalRejects: undefined,
    machineState: running ? 'Running' : 'Idle',
    latitude: undefined,
    longitude: undefined,
    machineData: Object.fromEntries(analogue.map((value, index) => [`analogue${index + 1}`, value])),
    ...fields,
  }
}

function round(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals
}
