import { tagMapEntrySchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { type CounterHistory, makeCounterHistory, type ShownReading } from '../../../test/support/counter-course.ts'
import { MemoryStore } from '../../../test/support/memory-store.ts'
import { randomNumbers, seed } from '../../../test/support/seed.ts'
import type { TelemetryRecord } from '../../telemetry/index.ts'
import { compileMap } from './compiled-map.ts'
import { MachineMemory } from './machine-memory.ts'
import { mapPayload } from './map-message.ts'

const START = Date.UTC(2026, 10, 20)
const ARRIVAL = START + 30 * 24 * 3_600_000
const COURSES = 10_000

/** Reads a counter as messages of a machine are read: through its tag map, into records, in batches. */
class CounterReader {
  readonly store = new MemoryStore()
  #memory = new MachineMemory()
  readonly #map

  constructor(rolloverAt: number | null) {
    const entry = tagMapEntrySchema.parse({ canonicalTag: 'cycles', address: 'n', role: 'count', rolloverAt })
    this.#map = compileMap({ source: 'json', entries: [entry], timeAddress: 'ts' })
  }

  async read(readings: readonly ShownReading[]): Promise<void> {
    await this.store.store(readings.map((reading) => this.#recordOf(reading)))
  }

  /** As a process that was started again. */
  forget(): void {
    this.#memory = new MachineMemory()
  }

  #recordOf({ at, shown }: ShownReading): TelemetryRecord {
    const before = (time: number) => this.#memory.before(1, this.store.latest, time)
    const machine = { key: 1, machineID: 'M7', keepRecordsDays: 400, before }
    const outcome = mapPayload(this.#map, machine, Buffer.from(JSON.stringify({ ts: at, n: shown })), ARRIVAL)
    if (!('record' in outcome)) throw new Error(`The reading was refused: ${JSON.stringify(outcome)}`)
    this.#memory.keep(outcome.record)
    return outcome.record
  }
}

/** Whether nothing that comes later is older: what is known may be forgotten there. */
function isInOrder(readings: readonly ShownReading[], place: number): boolean {
  const newest = Math.max(...readings.slice(0, place).map(({ at }) => at))
  return readings.slice(place).every(({ at }) => at > newest)
}

async function countedOf(history: CounterHistory, random: () => number): Promise<Map<number, number>> {
  const { readings, forgets } = history
  const reader = new CounterReader(history.rolloverAt)
  for (let from = 0; from < readings.length; ) {
    const to = from + 1 + Math.floor(random() * 5)
    await reader.read(readings.slice(from, to))
    if (forgets && isInOrder(readings, Math.min(to, readings.length))) reader.forget()
    from = to
  }
  const minutes = [...reader.store.sums].filter(([name, { cycles }]) => name.startsWith('minute') && cycles !== 0)
  return new Map(minutes.map(([, { at, cycles }]): [number, number] => [at, cycles]).sort(([a], [b]) => a - b))
}

test(`${COURSES} random courses of wraps, resets, other controllers, steps back, late and lost readings are counted as what the machines did`, async () => {
  let cycles = 0
  for (let course = 0; course < COURSES; course++) {
    const random = randomNumbers(seed + course)
    const history = makeCounterHistory(random, START)
    const counted = await countedOf(history, random)
    expect(counted, `course ${course}, ${JSON.stringify(history.readings)}`).toEqual(history.cycles)
    for (const made of counted.values()) cycles += made
  }
  expect(cycles).toBeGreaterThan(0)
})
