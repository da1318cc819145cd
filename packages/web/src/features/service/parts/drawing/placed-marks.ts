/** Where positions are, by their name, as somebody is setting them. */
export type PlacedMarks = ReadonlyMap<string, Place>

export interface Place {
  /** From 1. */
  page: number
  /** From the left edge (0) to the right one (1). */
  x: number
  /** From the upper edge (0) to the lower one (1). */
  y: number
}

interface StoredMark extends Place {
  id: string
  rowVersion: number
  position: string
}

/** What is to be done so that the server has what is placed. */
export interface MarkChanges {
  created: (Place & { position: string })[]
  moved: (Place & { id: string; rowVersion: number })[]
  removed: Pick<StoredMark, 'id' | 'rowVersion'>[]
}

/** Finer than any pointer. */
const DECIMALS = 4

export const placedOf = (stored: readonly StoredMark[]): PlacedMarks =>
  new Map(stored.map(({ position, page, x, y }) => [position, { page, x, y }]))

/** Puts a position somewhere, never outside of the drawing. */
export function withPlace(placed: PlacedMarks, position: string, { page, x, y }: Place): PlacedMarks {
  return new Map(placed).set(position, { page, x: within(x), y: within(y) })
}

export function withoutPlace(placed: PlacedMarks, position: string): PlacedMarks {
  return new Map([...placed].filter(([name]) => name !== position))
}

/**
 * What somebody changed, and nothing that others changed meanwhile.
 * @param base where positions were when setting them began
 * @param stored where they are on the server now
 */
export function changesOf(base: PlacedMarks, stored: readonly StoredMark[], placed: PlacedMarks): MarkChanges {
  const known = new Map(stored.map((mark) => [mark.position, mark]))
  const touched = [...placed].filter(([position, place]) => !isSame(base.get(position), place))
  const moved = touched.flatMap(([position, place]) => {
    const mark = known.get(position)
    return mark === undefined || isSame(mark, place) ? [] : [{ id: mark.id, rowVersion: mark.rowVersion, ...place }]
  })
  const created = touched.flatMap(([position, place]) => (known.has(position) ? [] : [{ position, ...place }]))
  const removed = stored.filter(({ position }) => base.has(position) && !placed.has(position))
  return { created, moved, removed: removed.map(({ id, rowVersion }) => ({ id, rowVersion })) }
}

function isSame(one: Place | undefined, other: Place): boolean {
  return one !== undefined && one.page === other.page && one.x === other.x && one.y === other.y
}

export function countOf({ created, moved, removed }: MarkChanges): number {
  return created.length + moved.length + removed.length
}

function within(value: number): number {
  return Number(Math.min(1, Math.max(0, value)).toFixed(DECIMALS))
}
