import { type RawBuilder, sql } from 'kysely'

/** What is wanted of the value of one field, read for every kind that the field may be of. */
interface SpecCondition {
  key: string
  /** Numbers, both ends included; null where an end is open or the text is none. */
  from: number | null
  to: number | null
  isNumeric: boolean
  flag: boolean | null
  words: string[]
}

const NUMBER = /^-?\d{1,12}(\.\d{1,9})?$/

/** Reads `filmWidth:200..400`, `washDown:true` or `head:auger|multihead`. */
export function readSpecCondition(text: string): SpecCondition {
  const colon = text.indexOf(':')
  const [key, wanted] = [text.slice(0, colon), text.slice(colon + 1).trim()]
  const ends = wanted.split('..').map((end) => end.trim())
  const [first = '', last = first] = ends
  const isNumeric = ends.length <= 2 && wanted !== '..' && [first, last].every((end) => end === '' || NUMBER.test(end))
  const numberOf = (end: string) => (isNumeric && end !== '' ? Number(end) : null)
  const flag = wanted === 'true' ? true : wanted === 'false' ? false : null
  return {
    key,
    from: numberOf(first),
    to: numberOf(last),
    isNumeric,
    flag,
    words: wanted.split('|').map((word) => word.trim()),
  }
}

/** Reads `40..130`, of which either end may be open. */
export function readSpan(text: string): { from: number; to: number } {
  const [from = '', to = ''] = text.split('..')
  return {
    from: from === '' ? Number.NEGATIVE_INFINITY : Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }
}

/** The key that a condition is about. */
export function keyOf(text: string): string {
  return text.slice(0, text.indexOf(':'))
}

/** The condition that a machine of the library has values that meet all that is wanted. A field that is not filterable has none. */
export function specConditions(texts: readonly string[]): RawBuilder<unknown> {
  return sql.join([sql`true`, ...texts.map((text) => conditionOf(readSpecCondition(text)))], sql` AND `)
}

/** A range fits where it meets what is wanted: a machine for 100 to 300 mm can do 250 to 400 in part. */
function conditionOf({ key, from, to, isNumeric, flag, words }: SpecCondition): RawBuilder<unknown> {
  return sql`EXISTS (
    SELECT FROM spec_value v JOIN field_spec f ON f.id = v.field_spec_id
    WHERE v.machine_id = library_machine.id AND f.key = ${key} AND f.filterable AND CASE
      WHEN f.kind IN ('number', 'range') THEN ${isNumeric}
        AND coalesce(v.number_to, v.number_from) >= coalesce(${from}::float8, '-infinity')
        AND v.number_from <= coalesce(${to}::float8, 'infinity')
      WHEN f.kind = 'boolean' THEN v.flag = ${flag}::boolean
      ELSE v.words = ANY(${words}::text[]) END)`
}
