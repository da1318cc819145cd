import { isDigits } from '@packhouse/contract'
import { checkValues, type Decoded, refuse } from '../../ingest/index.ts'
import type { LiveMachine } from '../../live/index.ts'
import { sentence } from '../../platform/sentence.ts'
import type { Readings } from '../../telemetry/index.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type OnSettled, type Origin, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'

/** Readings of one machine by topic; beyond them nothing new is taken. */
const MAX_READINGS = 200
const MAX_NAME = 128
const MAX_TEXT = 1024

type Value = string | number | boolean

interface Reported {
  name: string
  value: Value
  /** Unix ms. */
  arrival: number
  /** Whether the broker had sent it before. */
  isRepeat: boolean
}

/**
 * Bare values, one on each topic. A tag map names the machine by the topic's levels and finds the value by the whole
 * topic as its address. Without one, `packhouse/<machineID>/<name>` is a reading, and all that is known of a machine
 * makes its record, so that one value does not hide the others.
 */
export class RawValues {
  readonly #intake: Pick<MessageIntake, 'receiveDecoded' | 'refuse'>
  readonly #tagMaps: Pick<TagMaps, 'decode' | 'decodeReadings' | 'routeOf'>
  /** What each machine has reported, and when last (Unix ms). */
  readonly #known = new Map<number, { at: number; readings: Readings }>()

  constructor(
    intake: Pick<MessageIntake, 'receiveDecoded' | 'refuse'>,
    tagMaps: Pick<TagMaps, 'decode' | 'decodeReadings' | 'routeOf'>,
  ) {
    this.#intake = intake
    this.#tagMaps = tagMaps
  }

  take(origin: Origin, settle: OnSettled): void {
    const { topic, payload, delivered } = origin
    if (delivered?.isRetained) {
      // A bare value never says when it was read.
      delivered.leaveOut()
      settle(null)
      return
    }
    const [, machineID, name] = /^packhouse\/([^/]+)\/(.+)$/.exec(topic) ?? []
    const value = parseValue(payload)
    if (value === undefined) {
      const reason = sentence`The payload is no number, true, false or text of at most ${MAX_TEXT} characters.`
      this.#intake.refuse(origin, { code: 'invalid_field', reason }, settle, machineID)
      return
    }
    const reported = { readings: [{ address: topic, value }] }
    if (machineID !== undefined && name !== undefined) {
      const decode = (machine: LiveMachine, arrival: number) =>
        this.#tagMaps.decode(machine, 'json', reported, arrival) ??
        this.#asReading(machine, { name, value, arrival, isRepeat: delivered?.cameAt !== undefined })
      this.#intake.receiveDecoded(origin, machineID, decode, settle)
      return
    }
    if (topic.startsWith('packhouse/')) {
      settle(new PublishRefused(sentence`The topic is not packhouse/<machineID>/<name>.`, 'topic_refused'))
      return
    }
    const route = this.#tagMaps.routeOf(topic)
    if ('refusal' in route) this.#intake.refuse(origin, route.refusal, settle)
    else {
      const decode = (machine: LiveMachine, arrival: number) =>
        this.#tagMaps.decodeReadings(machine, route.map, reported, arrival)
      this.#intake.receiveDecoded(origin, route.machineID, decode, settle)
    }
  }

  #asReading({ entry, values }: LiveMachine, { name, value, arrival, isRepeat }: Reported): Decoded {
    const known = this.#known.get(entry.key) ?? knownOf(values, arrival)
    // What a broker repeats may be older than what came since, and changes nothing of it.
    const isPast = isRepeat && arrival < known.at
    const readings = isPast ? {} : known.readings
    if (name.length > MAX_NAME) return refuse('invalid_field', sentence`A name has ${MAX_NAME} characters at most.`)
    if (!Object.hasOwn(readings, name) && Object.keys(readings).length >= MAX_READINGS) {
      return refuse(
        'invalid_field',
        sentence`At most ${MAX_READINGS} topics of a machine are taken. Map those that matter.`,
      )
    }
    const machineData = Object.fromEntries([...Object.entries(readings), [name, value]])
    const decoded = checkValues(entry, { machineData }, { arrival, plain: false })
    if ('record' in decoded && !isPast) this.#known.set(entry.key, { at: arrival, readings: machineData })
    return decoded
  }
}

/** What a machine reported last, unless that is newer. */
function knownOf(values: LiveMachine['values'], arrival: number): { at: number; readings: Readings } {
  const at = values?.at ?? Number.NEGATIVE_INFINITY
  return { at, readings: values !== undefined && at <= arrival ? values.machineData : {} }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseValue(payload: Buffer): Value | undefined {
  if (payload.length > MAX_TEXT * 4) return undefined
  let text: string
  try {
    text = utf8.decode(payload).trim()
  } catch {
    return undefined
  }
  if (text === 'true' || text === 'false') return text === 'true'
  if (isDigits(text) && isIdentification(text)) return text
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(text) && Number.isFinite(Number(text))) return Number(text)
  return text.length > MAX_TEXT || text.includes('\u0000') ? undefined : text
}

/** Digits that a number would not have any more: beyond what a double holds, and zeros at the beginning. */
function isIdentification(digits: string): boolean {
  return !Number.isSafeInteger(Number(digits)) || /^-?0\d/.test(digits)
}
