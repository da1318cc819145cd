import { parseExactly, writeJsonAddress } from '@packhouse/contract'

/** A value in a message and its address. */
export interface MessageValue {
  address: string
  value: unknown
}

const MAX_VALUES = 3_000

/** Every plain value of a JSON message; undefined where it is no JSON. Of a huge one only the first are shown. */
export function valuesIn(payload: string): MessageValue[] | undefined {
  try {
    const found: MessageValue[] = []
    collect(parseExactly(payload), [], found)
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
  return filterWithMachine(topic, place)
}

/** A topic as a filter in which one level is the machine. */
export function filterWithMachine(topic: string, place: number): string {
  return topic
    .split('/')
    .map((level, index) => (index === place ? '{machineID}' : level))
    .join('/')
}

/** What a message has at each address, as it is shown; empty where it is no JSON. */
export function samplesIn(payload: string): ReadonlyMap<string, string> {
  return new Map((valuesIn(payload) ?? []).map(({ address, value }) => [address, JSON.stringify(value)]))
}
