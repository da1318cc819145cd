/** What is wanted of a number: both ends included, either may be open. Texts, as they are typed. */
export interface Span {
  from: string
  to: string
}

/** The values of the filter of one field among the conditions of a list, such as `head:auger|scoop`. */
export function conditionOf(conditions: readonly string[], key: string): string {
  return conditions.find((condition) => condition.startsWith(`${key}:`))?.slice(key.length + 1) ?? ''
}

/** The conditions with another one for a field; an empty one takes it away. */
export function withCondition(conditions: readonly string[], key: string, value: string): string[] {
  const others = conditions.filter((condition) => !condition.startsWith(`${key}:`))
  return value === '' ? others : [...others, `${key}:${value}`]
}

/** Reads `40..130`; a single number is both ends. */
export function readSpan(text: string): Span {
  const [from = '', to = from] = text.split('..')
  return { from, to }
}

/** Writes `40..130`, or nothing where both ends are open. A comma is taken for a point. */
export function writeSpan({ from, to }: Span): string {
  const [first, last] = [from, to].map((end) => end.trim().replace(',', '.'))
  return first === '' && last === '' ? '' : `${first}..${last}`
}

/** Whether a text is a number that the server takes, or nothing. */
export function isEnd(text: string): boolean {
  return /^-?\d{0,9}([.,]\d{1,9})?$/.test(text.trim())
}

/** Which parts of a histogram a span meets. */
export function partsWithin(
  { from, to, counts }: { from: number; to: number; counts: readonly number[] },
  span: Span,
): boolean[] {
  const width = (to - from) / counts.length
  const least = span.from === '' ? Number.NEGATIVE_INFINITY : Number(span.from.replace(',', '.'))
  const most = span.to === '' ? Number.POSITIVE_INFINITY : Number(span.to.replace(',', '.'))
  return counts.map((_, part) => from + (part + 1) * width >= least && from + part * width <= most)
}
