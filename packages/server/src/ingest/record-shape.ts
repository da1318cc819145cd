import { isPlainName, isPlainReading, plainFields } from './plain-payload.ts'

/** The fields that a shape may have beside readings; `lastSeen` is the first. */
export const shapeFields = [...plainFields.keys()].filter((name) => name !== 'machineData')
/** A value that is a reading and not a field. */
export const READING = -1

/** A value of a shape: what lies before it, where it goes and what it may be. */
export interface Slot {
  /** Where in `bytes` of the shape ends what lies between the value before and this one. */
  end: number
  /** Its place among `shapeFields`, or READING. */
  field: number
  name: string
  isPlain: (value: unknown) => boolean
}

/** All of a payload but its values: names, braces, commas and white space, as they come again and again. */
export interface RecordShape {
  slots: readonly Slot[]
  /** What lies before, between and behind the values. */
  bytes: Uint8Array
  hasReadings: boolean
}

const TOKENS = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+/g

/**
 * Finds the shape of a payload.
 * @param text of a payload that is JSON
 * @returns undefined where the payload has lists, objects elsewhere, escaped or repeated names, or a field that is not in `shapeFields`
 */
export function shapeOf(text: string): RecordShape | undefined {
  const names = new Set<string>()
  const slots: Slot[] = []
  let literals = ''
  let [from, depth, key, isKey, hasReadings] = [0, 0, '', false, false]
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === '[') return undefined
    if (token === '{') {
      depth += 1
      isKey = true
      if (depth === 1) continue
      if (depth > 2 || key !== 'machineData') return undefined
      hasReadings = true
    } else if (token === '}') depth -= 1
    else if (token === ',') isKey = true
    else if (token === ':') isKey = false
    else if (isKey) {
      key = token.slice(1, -1)
      const place = `${depth} ${key}`
      if (names.has(place) || key.includes('\\')) return undefined
      names.add(place)
    } else {
      literals += text.slice(from, index)
      from = index + token.length
      const slot = depth === 2 ? readingSlot(key) : fieldSlot(key)
      if (slot === undefined) return undefined
      slots.push({ ...slot, name: key, end: Buffer.byteLength(literals) })
    }
  }
  return { slots, bytes: new Uint8Array(Buffer.from(literals + text.slice(from))), hasReadings }
}

function readingSlot(name: string): Pick<Slot, 'field' | 'isPlain'> | undefined {
  return isPlainName(name) ? { field: READING, isPlain: isPlainReading } : undefined
}

function fieldSlot(name: string): Pick<Slot, 'field' | 'isPlain'> | undefined {
  const isPlain = plainFields.get(name)
  const field = shapeFields.indexOf(name)
  return isPlain === undefined || field < 0 ? undefined : { field, isPlain }
}
