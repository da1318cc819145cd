import {
  CLOCK_AHEAD_LIMIT_MS,
  exactJson,
  RECORD_MAX_BYTES,
  type RecordPayload,
  recordPayloadSchema,
} from '@packhouse/contract'
import type { MachineEntry } from '../live/index.ts'
import { sentence } from '../platform/sentence.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'
import { readPlainPayload } from './plain-payload.ts'

/** Why a message is not a record: a stable code, and words for the person who looks after the device. */
export interface Refusal {
  code:
    | 'too_large'
    | 'not_json'
    | 'invalid_field'
    | 'other_machine'
    | 'clock_ahead'
    | 'too_old'
    | 'not_storable'
    | 'nothing_mapped'
    | 'topic_unknown'
    | 'machine_unknown'
    | 'not_sparkplug'
    | 'before_birth'
    | 'no_value'
    | 'contradicts_stored'
  reason: string
}

/**
 * How the payload of a message is read. `json`: by the topic and a tag map; `record`: in the product's own words, so that no
 * tag map is asked; `raw`: one bare value.
 */
export type Encoding = 'json' | 'record' | 'raw' | 'sparkplugB' | 'opcua'

/** What has to be known of a machine to decode its records. */
export type DecodedFor = Pick<MachineEntry, 'key' | 'machineID' | 'keepRecordsDays'>

const DAY_MS = 86_400_000

export type Decoded = { record: TelemetryRecord } | Refused

interface Refused {
  refusal: Refusal
  /** The record itself where only its time spoke against it: our clock may be the wrong one. */
  untimely?: TelemetryRecord
}

/** The machineID of `packhouse/<machineID>/record`; undefined for any other topic. */
export function machineIDOfTopic(topic: string): string | undefined {
  return /^packhouse\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})\/record$/.exec(topic)?.[1]
}

/** Whether a topic may be one that a tag map reads: what is the product's own, Sparkplug's or the broker's is not. */
export function isForeignTopic(topic: string): boolean {
  return topic.length <= 512 && !/^(\/?packhouse\/|spBv1\.0\/|\$)/i.test(topic)
}

/**
 * Decodes a payload. Never throws, whatever the bytes are.
 * @param arrival Unix ms, the time of a record that reports none
 */
export function decodeRecord(machine: DecodedFor, payload: Buffer, arrival: number): Decoded {
  const read = readJson(payload)
  if ('refusal' in read) return read
  // Only an escape can bring in a character that PostgreSQL does not take.
  return checkValues(machine, read.json, { arrival, plain: !read.text.includes('\\u'), text: read.text })
}

/** What JSON a payload holds. Never throws, whatever the bytes are. */
export function readJson(payload: Buffer): { json: unknown; text: string } | { refusal: Refusal } {
  if (payload.length > RECORD_MAX_BYTES) {
    return refuse(
      'too_large',
      sentence`The payload has ${payload.length} bytes; at most ${RECORD_MAX_BYTES} are taken.`,
    )
  }
  const text = readText(payload)
  const json = text === undefined ? undefined : parseJson(text)
  if (text === undefined || json === undefined)
    return refuse('not_json', sentence`The payload is not JSON text in UTF-8.`)
  return { json, text }
}

interface Circumstances {
  /** Unix ms, the time of a record that reports none. */
  arrival: number
  /** Of a record that reports its time elsewhere, Unix ms. */
  at?: number | undefined
  /** Whether no text in it can have characters that a database does not take. */
  plain: boolean
  /** The JSON that the values were read from: numbers that a double changes are read from it again. */
  text?: string | undefined
  marks?: Marks | undefined
}

/** What a source says of a record beside its values. */
export type Marks = Pick<TelemetryRecord, 'isPartial' | 'ends'> & {
  /** The source does not know the state. */
  machineState?: null | undefined
}

/** A record of values, under the limits that hold for every record wherever its values come from. */
export function checkValues(machine: DecodedFor, values: unknown, circumstances: Circumstances): Decoded {
  const { text } = circumstances
  const readPlain = (json: unknown) => (circumstances.plain ? readPlainPayload(json) : undefined)
  let plain = readPlain(values)
  // Plain payloads have no number that a double may have changed, so that most texts need no second look.
  const exact = plain !== undefined || text === undefined ? values : exactJson(values, text)
  if (exact !== values) plain = readPlain(exact)
  if (plain !== undefined) return toRecord(machine, plain, circumstances)
  const parsed = recordPayloadSchema.safeParse(exact)
  if (!parsed.success) return refuse('invalid_field', describe(parsed.error.issues))
  const decoded = toRecord(machine, parsed.data, circumstances)
  if ('refusal' in decoded && decoded.untimely === undefined) return decoded
  return checkText(parsed.data) ?? decoded
}

function toRecord(machine: DecodedFor, payload: RecordPayload, { arrival, at: given, marks }: Circumstances): Decoded {
  const { machineID, lastSeen } = payload
  if (machineID !== undefined && machineID !== machine.machineID) {
    return refuse('other_machine', sentence`The payload names ${machineID}, its topic ${machine.machineID}.`)
  }
  const at = given ?? (lastSeen === undefined ? arrival : Date.parse(lastSeen))
  // Field by field, so that all records have one shape: what follows is faster for it.
  const record = {
    machineKey: machine.key,
    at,
    receivedAt: arrival,
    totalCycles: payload.totalCycles,
    totalRejects: payload.totalRejects,
    cyclesPerMin: payload.cyclesPerMin,
    machineState: marks?.machineState === null ? null : payload.machineState,
    temperature: payload.temperature,
    humidity: payload.humidity,
    latitude: payload.latitude,
    longitude: payload.longitude,
    machineData: payload.machineData,
    isPartial: marks?.isPartial,
    ends: marks?.ends,
  }
  return atItsTime(machine, record)
}

/** A record, or why it may not have its time. */
export function atItsTime(machine: DecodedFor, record: TelemetryRecord): Decoded {
  const refusal = checkTime(record.at, record.receivedAt, machine.keepRecordsDays)
  return refusal === undefined ? { record } : { refusal, untimely: record }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function readText(payload: Buffer): string | undefined {
  try {
    return utf8.decode(payload)
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * @param arrival when it came, Unix ms
 * @returns why a record may not have the time; undefined if it may
 */
export function checkTime(at: number, arrival: number, retentionDays: number): Refusal | undefined {
  if (at - arrival > CLOCK_AHEAD_LIMIT_MS) {
    const ahead = Math.round((at - arrival) / 1000)
    return { code: 'clock_ahead', reason: `lastSeen is ${ahead} s ahead of the server; set the device's clock.` }
  }
  if (arrival - at > retentionDays * DAY_MS) {
    return {
      code: 'too_old',
      reason: `lastSeen is more than ${retentionDays} days ago, and older records are not kept.`,
    }
  }
  return undefined
}

/** Of a record whose machine has another one of its time, with other values of the same names. */
export function contradictsStored(): Refusal {
  return {
    code: 'contradicts_stored',
    reason: sentence`A record of the same time with other values is stored, and the first one counts. Give each record the time at which its values were read, in milliseconds.`,
  }
}

/** PostgreSQL's text has no NUL character and no half of a surrogate pair, so one would make the whole batch fail. */
function checkText({ machineData }: RecordPayload): Decoded | undefined {
  for (const [name, value] of Object.entries(machineData ?? {})) {
    if (`${name}${value}`.includes('\u0000')) return refuse('invalid_field', 'machineData contains a NUL character.')
    if (!name.isWellFormed() || !String(value).isWellFormed()) {
      return refuse('invalid_field', 'machineData contains half of a surrogate pair.')
    }
  }
  return undefined
}

function describe(issues: readonly { path: PropertyKey[]; message: string; code: string; keys?: string[] }[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => {
      if (issue.code === 'unrecognized_keys')
        return `${issue.keys?.join(', ')}: unknown; put free readings into machineData`
      return `${issue.path.map(String).join('.') || 'payload'}: ${issue.message}`
    })
    .join('; ')
    .replaceAll('\u0000', '')
    .slice(0, 1000)
}

/** @param reason for the person who looks after the device */
export function refuse(code: Refusal['code'], reason: string): { refusal: Refusal } {
  return { refusal: { code, reason } }
}
