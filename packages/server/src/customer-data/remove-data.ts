import type { Statements } from './customer-rows.ts'
import type { CustomerTable } from './customer-tables.ts'

/** Rows of one statement, which is one transaction: nobody waits long for its locks. */
export const BATCH = 1_000
/** How long a statement waits for a lock of others before it is tried again. */
const LOCK_TIMEOUT = '2s'
/** Machines may have been sending while their tables were gone through. */
const MOST_PASSES = 3

export interface Removal {
  db: Statements
  customerId: string
  tables: readonly CustomerTable[]
  batch?: number
  signal: AbortSignal
  /** Hears after each batch how many rows of a table were removed or reduced by it. */
  onRemoved: (table: string, rows: number) => Promise<void>
}

/**
 * Removes the data of a customer in small transactions. Interrupted anywhere it goes on when it is called again: what is gone is not found
 * any more, and what was reduced is not reduced twice.
 */
export async function removeData(removal: Removal): Promise<void> {
  for (let pass = 1; pass <= MOST_PASSES; pass++) {
    let removed = 0
    for (const table of removal.tables) {
      for (const statement of statementsOf(table)) removed += await repeat(removal, table.table, statement)
    }
    if (removed === 0) return
  }
}

/** What is to be done with a table: each statement takes the rows of `$1`, at most `$2` of them. */
function statementsOf({ table, of, removal }: CustomerTable): string[] {
  switch (removal.way) {
    case 'delete':
      return [deleteWhere(table, `(${of})`)]
    case 'stay':
      return removal.only === undefined ? [] : [deleteWhere(table, `(${of}) AND NOT (${removal.only})`)]
    case 'reduce':
      return [reduceWhere(table, `(${of}) AND (${removal.frame}) IS NOT TRUE`, removal.set)]
    case 'delete-or-reduce':
      return [
        deleteWhere(table, `(${of}) AND NOT (${removal.unless})`),
        reduceWhere(table, `(${of}) AND (${removal.frame}) IS NOT TRUE`, removal.set),
      ]
    case 'cascade':
      return []
  }
}

/** The condition again: places of rows are those of each part of a table, and another row may be at the same place of another part. */
function deleteWhere(table: string, condition: string): string {
  return `DELETE FROM ${table} r WHERE r.ctid = ANY(ARRAY(SELECT r.ctid FROM ${table} r WHERE ${condition} LIMIT $2)) AND ${condition}`
}

function reduceWhere(table: string, condition: string, set: string): string {
  return `UPDATE ${table} r SET ${set} WHERE r.ctid = ANY(ARRAY(SELECT r.ctid FROM ${table} r WHERE ${condition} LIMIT $2)) AND ${condition}`
}

async function repeat(
  { db, customerId, batch = BATCH, signal, onRemoved }: Removal,
  table: string,
  statement: string,
): Promise<number> {
  let total = 0
  for (;;) {
    signal.throwIfAborted()
    const { rowCount } = await db.query(statement, [customerId, batch])
    const rows = rowCount ?? 0
    if (rows > 0) await onRemoved(table, rows)
    total += rows
    if (rows === 0) return total
  }
}

/** What a connection is set to before it removes anything. */
export const removalSettings = `SET lock_timeout = '${LOCK_TIMEOUT}'`
