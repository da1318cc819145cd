import { COMMON_COLUMNS } from './blocks/block.ts'

/**
 * Of a block `b` only what is needed to read some columns: the times, those columns and the ones that belong to the times. It is a block with fewer columns.
 * The database reads no other parts of the value, since what is stored uncompressed and out of line can be cut there.
 * @param ids of columns; whole numbers of ours, never a person's words
 * @returns an expression in SQL
 */
export function blockWith(ids: readonly number[]): string {
  const parts = [...new Set([...COMMON_COLUMNS, ...ids])].map(columnOf)
  const head = 'substring(b.data FROM 1 FOR b.column_starts[1])'
  return `CASE WHEN b.column_ids IS NULL THEN b.data ELSE ${[head, ...parts].join(' || ')} END`
}

/** A column with its number and its length; nothing where the block has no such column. */
function columnOf(id: number): string {
  const place = `array_position(b.column_ids, ${Math.trunc(id)})`
  const [start, end] = [`b.column_starts[${place}]`, `b.column_starts[${place} + 1]`]
  return `coalesce(substring(b.data FROM ${start} + 1 FOR ${end} - ${start}), '')`
}
