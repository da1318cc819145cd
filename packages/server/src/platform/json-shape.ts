const [QUOTE, BACKSLASH, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [...'"\\:[]{}'].map((sign) =>
  sign.charCodeAt(0),
)

/** Levels of the deepest body of a call are fewer. */
export const MOST_LEVELS = 32

export type ShapeFault = 'too_deep' | 'too_many_fields'

/**
 * Looks at the signs of a JSON text for what takes long to parse: many different names take ten times as long as this look. What is not
 * JSON is left to the parser.
 * @param mostFields fields of one object
 */
export function findShapeFault(json: Uint8Array, mostFields: number): ShapeFault | undefined {
  const fields = new Array<number>(MOST_LEVELS + 1).fill(0)
  let level = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (sign === QUOTE) at = endOfText(json, at)
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) {
      level += 1
      if (level > MOST_LEVELS) return 'too_deep'
      fields[level] = 0
    } else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) level = Math.max(0, level - 1)
    else if (sign === COLON) {
      const count = (fields[level] ?? 0) + 1
      if (count > mostFields) return 'too_many_fields'
      fields[level] = count
    }
  }
  return undefined
}

/** @returns the place of the quote that ends the text */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
