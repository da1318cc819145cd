import { z } from 'zod'
import { orderedTime, type TelemetryRecord, toMicroseconds } from '../../telemetry/index.ts'
import { checkValues, type Decoded, type DecodedFor, type Marks, readJson, refuse } from '../decode.ts'

/** What a device cannot say of its records in JSON, and other sources can. */
const marksSchema = z.strictObject({
  order: z.int().min(0).max(999),
  isPartial: z.literal(true).optional(),
  ends: z.literal(true).optional(),
  machineState: z.null().optional(),
})
const storedSchema = z.looseObject({ lastSeen: z.iso.datetime(), marks: marksSchema.optional() })

/** A record as a payload of `packhouse/<machineID>/record`, with its marks where it has any: read again it is the same record. */
export function inOwnWords({ machineKey: _key, receivedAt: _arrival, ...record }: TelemetryRecord): Buffer {
  const { at, isPartial, ends, machineState, ...fields } = record
  const lastSeen = new Date(at).toISOString()
  const order = toMicroseconds(at) % 1000
  const isPlain = order === 0 && isPartial === undefined && ends === undefined && machineState !== null
  const marks = { order, isPartial, ends, ...(machineState === null && { machineState }) }
  const state = machineState === null ? {} : { machineState }
  return Buffer.from(JSON.stringify({ lastSeen, ...fields, ...state, ...(!isPlain && { marks }) }))
}

/** Reads what `inOwnWords` has written. @param arrival Unix ms */
export function decodeOwnWords(machine: DecodedFor, payload: Buffer, arrival: number): Decoded {
  const read = readJson(payload)
  if ('refusal' in read) return read
  const stored = storedSchema.safeParse(read.json)
  if (!stored.success || stored.data.marks === undefined)
    return checkValues(machine, read.json, { arrival, plain: false })
  const { marks, lastSeen, ...values } = stored.data
  const { order, ...others } = marks
  const at = orderedTime(Date.parse(lastSeen), order)
  if (Number.isNaN(at)) return refuse('invalid_field', 'lastSeen is no time.')
  return checkValues(machine, values, { arrival, at, plain: false, marks: others satisfies Marks })
}
