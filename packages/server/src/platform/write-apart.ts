/** SQLSTATE classes 22 (data exception) and 23 (constraint violation): repeating cannot help. */
export function isDataError(error: unknown): boolean {
  return /^2[23]/.test((error as { code?: string }).code ?? '')
}

export interface ApartParts<Entry> {
  write: (part: readonly Entry[]) => Promise<void>
  /** Hears of an entry that can never be written. */
  drop: (entry: Entry, error: Error) => void
  /** Gets what is not written yet when the database is away. */
  giveBack: (rest: readonly Entry[]) => void
}

/**
 * Writes a batch so that one bad entry holds up nothing else: where the database refuses a value, halves are tried until its entry is
 * alone and dropped.
 * @throws what `write` throws for another reason, after the rest was given back
 */
export async function writeApart<Entry>(
  batch: readonly Entry[],
  { write, drop, giveBack }: ApartParts<Entry>,
): Promise<void> {
  const parts = [batch]
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    try {
      await write(part)
    } catch (error) {
      const [first] = part
      if (!canNeverWork(error)) {
        giveBack([part, ...parts].flat())
        throw error
      }
      const middle = Math.ceil(part.length / 2)
      if (part.length > 1) parts.unshift(part.slice(0, middle), part.slice(middle))
      else if (first !== undefined) drop(first, error as Error)
    }
  }
}

/** A value that the database refuses, or that our own code cannot work with. */
function canNeverWork(error: unknown): boolean {
  return isDataError(error) || error instanceof TypeError || error instanceof RangeError
}
