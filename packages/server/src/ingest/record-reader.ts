import { RECORD_MAX_BYTES } from '@packhouse/contract'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { atItsTime, type Decoded, type DecodedFor, decodeRecord } from './decode.ts'
import { type RecordShape, shapeOf } from './record-shape.ts'
import { ShapedReader } from './shaped-reader.ts'

/** So many shapes are known; with one more all are learned anew. A fleet has a few. */
const MOST_SHAPES = 500
/** A payload of more bytes has no shape: it would take the memory of many. */
const MOST_SHAPE_BYTES = 4_096
/** A machine reports in a few ways: with and without a temperature, perhaps. */
const MOST_OF_MACHINE = 4
/** Where so many payloads of a machine were of no known shape, one more is looked at. */
const LOOK_AGAIN = 256

/** What is known of how a machine reports. */
interface Habits {
  /** The one that was met last comes first. */
  shapes: RecordShape[]
  /** Payloads that were of none of them. */
  misses: number
}

/**
 * Reads records, those of the usual shape from their bytes: a payload repeats what the payloads before it of its machine were made of, but
 * for its values. All others, and all that is unusual, go through the general parser, with the same outcome.
 */
export class RecordReader {
  readonly #reader = new ShapedReader()
  readonly #habits = new Map<number, Habits>()
  /** By what they are made of, so that machines of one kind share one. */
  readonly #shapes = new Map<string, RecordShape>()

  /**
   * Decodes a payload, as `decodeRecord` does. Never throws, whatever the bytes are.
   * @param arrival Unix ms, the time of a record that reports none
   */
  decode(machine: DecodedFor, payload: Buffer, arrival: number): Decoded {
    const habits = this.#habits.get(machine.key)
    const record = habits === undefined ? undefined : this.#read(habits.shapes, payload, machine.key, arrival)
    if (record !== undefined) return atItsTime(machine, record)
    const decoded = decodeRecord(machine, payload, arrival)
    if ('record' in decoded) this.#learn(machine.key, payload)
    return decoded
  }

  #read(shapes: RecordShape[], payload: Buffer, key: number, arrival: number): TelemetryRecord | undefined {
    if (payload.length > RECORD_MAX_BYTES) return undefined
    for (const shape of shapes) {
      const record = this.#reader.read(shape, payload, key, arrival)
      if (record === undefined) continue
      if (shape !== shapes[0]) shapes.unshift(...shapes.splice(shapes.indexOf(shape), 1))
      return record
    }
    return undefined
  }

  #learn(key: number, payload: Buffer): void {
    const habits = this.#habits.get(key) ?? { shapes: [], misses: 0 }
    this.#habits.set(key, habits)
    habits.misses += 1
    if (habits.misses > MOST_OF_MACHINE && habits.misses % LOOK_AGAIN !== 0) return
    const shape = payload.length > MOST_SHAPE_BYTES ? undefined : this.#shapeOf(payload.toString('utf8'))
    if (shape === undefined || habits.shapes.includes(shape)) return
    habits.shapes = [shape, ...habits.shapes].slice(0, MOST_OF_MACHINE)
  }

  #shapeOf(text: string): RecordShape | undefined {
    const found = shapeOf(text)
    if (found === undefined) return undefined
    // The same bytes with values elsewhere are another shape.
    const name = [Buffer.from(found.bytes).toString('latin1'), ...found.slots.map(({ end }) => end)].join('\n')
    const known = this.#shapes.get(name)
    if (known !== undefined) return known
    if (this.#shapes.size >= MOST_SHAPES) {
      this.#shapes.clear()
      this.#habits.clear()
    }
    this.#shapes.set(name, found)
    return found
  }
}
