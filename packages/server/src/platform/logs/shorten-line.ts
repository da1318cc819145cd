/** Longest line of the log with its end, in bytes. */
export const MAX_LINE_BYTES = 16_384
const MAX_TEXT = 1_500
/** Of all fields together, in characters; a character has at most 3 bytes, or 6 as an escape. */
const MAX_FIELDS = 2_500

/** A line that fits: the texts of a longer one are cut, and `cut` has its bytes. @param line JSON without its end */
export function shortenLine(line: string): string {
  const bytes = Buffer.byteLength(line)
  if (bytes < MAX_LINE_BYTES) return line
  let left = MAX_FIELDS
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(JSON.parse(line) as Record<string, unknown>)) {
    const short = shortened(value, Math.min(MAX_TEXT, left))
    left -= name.length + String(short).length
    if (left < 0) break
    kept[name] = short
  }
  const message = (JSON.parse(line) as { msg?: unknown }).msg
  const msg = message === undefined ? {} : { msg: shortened(message, 100) }
  return JSON.stringify({ ...kept, ...msg, cut: bytes })
}

function shortened(value: unknown, most: number): unknown {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= most ? value : `${text.slice(0, most).toWellFormed()}…`
}
