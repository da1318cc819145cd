/**
 * Addresses of values in JSON: `plc.t1`, `values[3].v`; a key with a dot, a bracket or a quote is in brackets and quotes
 * as JSON writes it: `["plc.a"].t1`.
 */
export const JSON_ADDRESS = /^([^.[\]"]+|\[(\d{1,6}|"([^"\\]|\\.)+")\])(\.[^.[\]"]+|\[(\d{1,6}|"([^"\\]|\\.)+")\])*$/

const STEP = /\.?([^.[\]"]+)|\[(\d{1,6})\]|\[("(?:[^"\\]|\\.)+")\]/g

/** The keys and indexes of an address in their order; undefined if it is invalid. */
export function readJsonAddress(text: string): (string | number)[] | undefined {
  if (!JSON_ADDRESS.test(text)) return undefined
  try {
    return Array.from(text.matchAll(STEP), ([, key, index, quoted]) => {
      if (index !== undefined) return Number(index)
      return quoted === undefined ? (key ?? '') : (JSON.parse(quoted) as string)
    })
  } catch {
    // An escape that JSON does not know.
    return undefined
  }
}

/** The address of a value by the keys and indexes that lead to it. */
export function writeJsonAddress(path: readonly (string | number)[]): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    if (!/^[^.[\]"]+$/.test(step)) return `${text}[${JSON.stringify(step)}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** The value at the end of a path; undefined if missing. Nothing is found that the JSON has only inherited. */
export function valueAt(json: unknown, path: readonly (string | number)[]): unknown {
  let value = json
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined
    if (Array.isArray(value) ? typeof step !== 'number' : typeof step === 'number') return undefined
    if (!Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}
