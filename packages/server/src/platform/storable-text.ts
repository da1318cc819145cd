/** PostgreSQL takes neither NUL nor half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

/** The text with U+FFFD where a character cannot be stored. */
export function toStorable(text: string): string {
  return isStorable(text) ? text : text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** JSON that PostgreSQL reads, whatever its texts are: `jsonb` refuses both escapes, and with them all that is written beside them. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return /\\u(?:0000|d[89a-f])/.test(json) ? JSON.stringify(value, (_key, part: unknown) => cleaned(part)) : json
}

function cleaned(part: unknown): unknown {
  if (typeof part === 'string') return toStorable(part)
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [toStorable(key), value]))
}
