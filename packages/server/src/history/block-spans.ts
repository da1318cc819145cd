/**
 * The condition under which a block `b` has anything of a span; the first part lets the index help, as no block is longer
 * than a day.
 * @param from an expression in SQL; @param to likewise, exclusive
 */
export function blockMeets(from: string, to: string): string {
  const [begin, end] = [`(${from})::timestamptz`, `(${to})::timestamptz`]
  return `b.from_at > ${begin} - interval '1 day' AND b.from_at < ${end} AND b.to_at > ${begin}`
}
