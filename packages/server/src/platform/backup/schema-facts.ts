import type pg from 'pg'

/** A table with rows of its own: a plain one, or a partition. */
export interface TableFacts {
  name: string
  /** Without those that the database works out. */
  columns: string[]
  /** On the disk, with what lies beside it and without indexes. */
  size: number
  part: { of: string; bound: string; options: string[]; isProtected: boolean } | undefined
  /** Whether it is left out of a backup without history. */
  isHistory: boolean
}

/** Begins the comment on a table (or on the one it is a partition of) whose rows are history (migration 0081). */
const HISTORY = 'history'

/**
 * Every table that has rows to lose. Left out are tables that PostgreSQL itself empties after a crash (unlogged), those of extensions, and
 * partitions that are being taken out.
 */
const TABLES = `
  SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS size, p.relname AS of, pg_get_expr(c.relpartbound, c.oid) AS bound,
    coalesce(c.reloptions, '{}') AS options, c.relrowsecurity AS "isProtected",
    coalesce(obj_description(coalesce(p.oid, c.oid), 'pg_class'), '') LIKE '${HISTORY}%' AS "isHistory",
    ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY attnum) AS columns
  FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND c.relispartition LEFT JOIN pg_class p ON p.oid = i.inhparent
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND i.inhdetachpending IS NOT TRUE
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
  ORDER BY c.relname`

const SEQUENCES = `
  SELECT sequencename AS name, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isCalled"
  FROM pg_sequences WHERE schemaname = current_schema() ORDER BY sequencename`

interface TableRow {
  name: string
  size: number
  of: string | null
  bound: string | null
  options: string[]
  isProtected: boolean
  isHistory: boolean
  columns: string[]
}

/** @param client whose time zone is UTC: bounds of partitions are written in it */
export async function readTables(client: pg.ClientBase): Promise<TableFacts[]> {
  const { rows } = await client.query<TableRow>(TABLES)
  return rows.map(({ of, bound, options, isProtected, ...table }) => ({
    ...table,
    part: of === null || bound === null ? undefined : { of, bound, options, isProtected },
  }))
}

export interface SequenceFacts {
  name: string
  value: string
  isCalled: boolean
}

export async function readSequences(client: pg.ClientBase): Promise<SequenceFacts[]> {
  return (await client.query<SequenceFacts>(SEQUENCES)).rows
}
