import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const MIGRATIONS = join(import.meta.dirname, '../../migrations')

/** The schema of a database, as its migrations have left it. Numbers are those of migrations. */
export interface SchemaState {
  /** The newest migration that has run; 0 where none has. */
  newest: number
  /** The newest migration that code must know to work with the schema (decision 0092). */
  oldestCode: number
  /** The newest migration of the code that has brought its rows; 0 where none has. */
  prepared: number
}

/** The numbers of the migrations of this program. */
export async function ownMigrations(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
}

/** The number of the newest migration of this program. */
export async function newestOwnMigration(): Promise<number> {
  return numberOf((await ownMigrations()).at(-1) ?? '0')
}

export function numberOf(migration: string): number {
  return Number.parseInt(migration, 10)
}

/**
 * Whether code that ends with migration `own` cannot work with a migration that it does not know: one that says nothing of older code, or that needs
 * newer code.
 */
export function stopsCode({ oldest_code = 0 }: { oldest_code?: number }, own: number): boolean {
  return oldest_code === 0 || oldest_code > own
}

/** A connection, a pool, or a part of one. */
interface Asked {
  query: (text: string) => Promise<{ rows: Record<string, unknown>[] }>
}

const TABLES = `SELECT
  (SELECT count(*) FROM information_schema.columns WHERE table_name = 'migration' AND column_name = 'oldest_code' AND table_schema = current_schema()) > 0 AS "hasCode",
  to_regclass('prepared_schema') IS NOT NULL AS "hasPrepared"`
const STATE = `SELECT coalesce(max(left(name, 4)::int), 0) AS newest, coalesce(max(oldest_code), 0) AS "oldestCode",
  coalesce((SELECT migration FROM prepared_schema), 0) AS prepared FROM migration`

/** Reads how far a database is, also one in which nothing has run yet. */
export async function readSchemaState(db: Asked): Promise<SchemaState> {
  const [found] = (await db.query(TABLES)).rows
  const [state] = found?.hasCode && found.hasPrepared ? (await db.query(STATE)).rows : []
  return (state as SchemaState | undefined) ?? { newest: 0, oldestCode: 0, prepared: 0 }
}

/** Why this program cannot work with a schema, in words; undefined where it can. @param own the number of its newest migration */
export function schemaFault({ newest, oldestCode, prepared }: SchemaState, own: number): string | undefined {
  if (oldestCode > own)
    return `The schema of the database (${toName(newest)}) needs a program with migration ${toName(oldestCode)} or newer; this one ends with ${toName(own)}. Start the newer program.`
  if (newest < own || prepared < own)
    return `The database has the schema ${toName(Math.min(newest, prepared))}, and this program needs ${toName(own)}. A worker of this version brings it there.`
  return undefined
}

function toName(migration: number): string {
  return String(migration).padStart(4, '0')
}
