/**
 * Brings the stored rows of a table to a new form, in short transactions beside everything else that goes on. A migration makes the room (a column, a
 * table), and from then on whatever is written has to be in the new form by itself: by the code, a default or a trigger, since code of the
 * release before still writes. A later migration that relies on all rows names it: `-- Needs backfill: <name>`.
 */
export interface Backfill {
  /** In kebab-case, once and for all: the database knows by it how far it is. */
  name: string
  /** The number of the migration that makes the room. */
  after: number
  table: string
  /** The columns of a unique key, in its order. Rows are handled in it. */
  key: readonly [string, ...string[]]
  /** Most rows of a batch. */
  mostRows: number
  /**
   * One statement that changes data, with `batch` for the keys of the rows of a batch, which are locked. Rows of which an attempt was rolled back
   * come again, and none that was committed.
   * @example `UPDATE visit v SET day = v.at::date FROM batch WHERE v.id = batch.id`
   */
  change: string
}

/**
 * Every backfill there ever was, in the order in which they run: databases of old releases are upgraded too. None so far: what releases have to
 * rewrite is small, or was rewritten by their migrations (decision 0102).
 */
export const backfills: readonly Backfill[] = []
