/** Only such a text can have a number that a double changes: so many digits in a row, or an exponent beyond what it holds. */
const LONG = /\d{16}|\d[eE]\+?\d{3,}\s*(?:[,}\]]|$)/
const WHOLE = /^-?\d+$/

/**
 * Reads JSON in which no number is another one than was sent. A whole number that a double would round, and a number that is too large for
 * one, stay the text that they came as. Numbers with decimals or an exponent are measurements, and as near as a double is.
 * @throws SyntaxError where it is no JSON
 */
export function parseExactly(text: string): unknown {
  return exactJson(JSON.parse(text), text)
}

/** The same for a text that was read already. @param json what `JSON.parse` has made of the text */
export function exactJson(json: unknown, text: string): unknown {
  return LONG.test(text) ? JSON.parse(text, exactly) : json
}

/** Whether a text is nothing but the digits of a whole number. */
export function isDigits(text: string): boolean {
  return WHOLE.test(text)
}

function exactly(_key: string, value: unknown, { source = '' }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  return WHOLE.test(source) || !Number.isFinite(value) ? source : value
}
