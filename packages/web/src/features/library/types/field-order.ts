/** A list with one entry at another place. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const rest = entries.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...entries.slice(from, from + 1), ...rest.slice(to)]
}

/** Rows in an order of ids; those that it does not name follow as they come. */
export function inOrder<Row extends { id: string }>(rows: readonly Row[], order: readonly string[] | undefined): Row[] {
  if (order === undefined) return [...rows]
  const named = order.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  return [...named, ...rows.filter((row) => !order.includes(row.id))]
}

/**
 * Where a row that is dragged would be put.
 * @param middles of all rows from the top, in pixels, and where the pointer is
 */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, place) => place !== from && middle < y).length
}
