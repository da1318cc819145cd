import { writeJsonAddress } from '@packhouse/contract'

/** A value in a message and its address. */
export interface MessageValue {
  address: string
  value: unknown
}

const MAX_VALUES = 300

/** Every plain value of a JSON message; undefined where it is no JSON. Of a huge one only the first are shown. */
export function valuesIn(payload: string): MessageValue[] | undefined {
  try {
    const found: MessageValue[] = []
    collect(JSON.parse(payload), [], found)
    return found
  } catch {
    return undefined
  }
}

function collect(value: unknown, path: (string | number)[], found: MessageValue[]): void {
  if (found.length >= MAX_VALUES || path.length > 32) return
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) collect(entry, [...path, index], found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) collect(entry, [...path, key], found)
  } else if (path.length > 0) {
    found.push({ address: writeJsonAddress(path), value })
  }
}

/** A topic as a filter that reads it for every machine: the level that looks most like a machine is the machine's. */
export function suggestFilter(topic: string): string {
  const levels = topic.split('/')
  const numbered = levels.findLastIndex((level) => /^[A-Za-z0-9][A-Za-z0-9._-]*\d[A-Za-z0-9._-]*$/.test(level))
  const place = numbered >= 0 ? numbered : Math.min(1, levels.length - 1)
  return levels.map((level, index) => (index === place ? '{machineID}' : level)).join('/')
}
