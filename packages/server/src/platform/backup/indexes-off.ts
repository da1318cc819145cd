import type pg from 'pg'
import { connect, shareOut } from './connections.ts'

/** Tables with less take their indexes along: taking them off and putting them back would take longer. */
export const INDEXES_OFF_FROM_BYTES = 4 * 1024 * 1024

/** What was taken off a database that is about to be loaded, as the statements that put it back. */
export interface TakenOff {
  /** Those of one table come one after the other; tables may be worked on at once. */
  indexes: { table: string; statements: string[] }[]
  foreignKeys: string[]
  triggers: string[]
}

interface ConstraintRow {
  table: string
  name: string
  definition: string
}

const FOREIGN_KEYS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`

/** Of keys, of what is unique, and of what excludes; on a partitioned table those of its partitions go along. */
const CONSTRAINTS = `
  SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
  WHERE contype IN ('p', 'u', 'x') AND conparentid = 0 AND NOT relispartition AND connamespace = current_schema()::regnamespace
    AND relname = ANY($1) ORDER BY 1, contype, 2`

const INDEXES = `
  SELECT t.oid::regclass::text AS table, i.oid::regclass::text AS name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') AS definition
  FROM pg_index x JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
  WHERE t.relnamespace = current_schema()::regnamespace AND NOT t.relispartition AND t.relname = ANY($1)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.oid AND contype IN ('p', 'u', 'x')) ORDER BY 1, 2`

const TRIGGERS = `
  SELECT tgrelid::regclass::text AS table, quote_ident(tgname) AS name,
    CASE tgenabled WHEN 'A' THEN 'ALWAYS ' WHEN 'R' THEN 'REPLICA ' ELSE '' END AS mode
  FROM pg_trigger JOIN pg_class t ON t.oid = tgrelid
  WHERE NOT tgisinternal AND tgparentid = 0 AND tgenabled <> 'D' AND relnamespace = current_schema()::regnamespace ORDER BY 1, 2`

/** Something else in the database needs it: it stays. */
const IN_USE = '2BP01'

/** @param large names of the tables whose indexes are taken off */
export async function takeOff(client: pg.ClientBase, large: readonly string[]): Promise<TakenOff> {
  const foreignKeys: string[] = []
  for (const { table, name, definition } of (await client.query<ConstraintRow>(FOREIGN_KEYS)).rows) {
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    foreignKeys.push(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  const byTable = new Map<string, string[]>()
  const note = (table: string, statement: string) => byTable.set(table, [...(byTable.get(table) ?? []), statement])
  for (const { table, name, definition } of (await client.query<ConstraintRow>(INDEXES, [large])).rows) {
    if (await drops(client, `DROP INDEX ${name}`)) note(table, definition)
  }
  for (const { table, name, definition } of (await client.query<ConstraintRow>(CONSTRAINTS, [large])).rows) {
    if (await drops(client, `ALTER TABLE ${table} DROP CONSTRAINT ${name}`))
      note(table, `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  const { rows: triggers } = await client.query<{ table: string; name: string; mode: string }>(TRIGGERS)
  for (const table of new Set(triggers.map((trigger) => trigger.table))) {
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  }
  return {
    indexes: [...byTable].map(([table, statements]) => ({ table, statements })),
    foreignKeys,
    triggers: triggers.map(({ table, name, mode }) => `ALTER TABLE ${table} ENABLE ${mode}TRIGGER ${name}`),
  }
}

/** Puts everything back. What does not hold fails: foreign keys are checked against all rows. */
export async function putBack(
  url: string,
  { indexes, foreignKeys, triggers }: TakenOff,
  onStatement: () => void,
): Promise<void> {
  const workers = [await connect(url), await connect(url)]
  try {
    const run = async (client: pg.Client, statement: string) => {
      await client.query(statement)
      onStatement()
    }
    for (const client of workers) await client.query(`SET maintenance_work_mem = '128MB'`)
    await shareOut(workers, indexes, async (client, { statements }) => {
      for (const statement of statements) await run(client, statement)
    })
    // One after the other: each locks two tables.
    const [client] = workers as [pg.Client]
    for (const statement of [...foreignKeys, ...triggers]) await run(client, statement)
  } finally {
    await Promise.all(workers.map((client) => client.end().catch(() => undefined)))
  }
}

export function countOf({ indexes, foreignKeys, triggers }: TakenOff): number {
  return indexes.reduce((total, { statements }) => total + statements.length, 0) + foreignKeys.length + triggers.length
}

async function drops(client: pg.ClientBase, statement: string): Promise<boolean> {
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === IN_USE) return false
    throw error
  }
}
