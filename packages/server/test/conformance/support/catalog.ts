import type { TestApp } from '../../support/test-app.ts'

export interface Column {
  name: string
  /** As PostgreSQL writes it: `text`, `numeric(16,4)`, `timestamp with time zone`. */
  type: string
  notNull: boolean
  identity: boolean
}

export interface ForeignKey {
  name: string
  column: string
  targetTable: string
  targetColumn: string
  /** Whether the row goes with its target, or lets go of it. */
  letsGo: boolean
}

export interface UniqueIndex {
  name: string
  columns: string[]
  /** Columns compared without regard to case. */
  folded: string[]
  /** The condition of a partial index; null if every row is covered. */
  predicate: string | null
}

/** What the database itself says of a table. */
export class Catalog {
  readonly #app: Pick<TestApp, 'sql'>
  readonly #known = new Map<string, Promise<unknown[]>>()

  constructor(app: Pick<TestApp, 'sql'>) {
    this.#app = app
  }

  async columns(table: string): Promise<Column[]> {
    return await this.#ask<Column>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "notNull", attidentity <> '' AS identity
       FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      table,
    )
  }

  async foreignKeys(table: string): Promise<ForeignKey[]> {
    return await this.#ask<ForeignKey>(
      `SELECT c.conname AS name, a.attname AS column, c.confrelid::regclass::text AS "targetTable", t.attname AS "targetColumn",
         c.confdeltype IN ('c', 'n') AS "letsGo"
       FROM pg_constraint c
         JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
         JOIN pg_attribute t ON t.attrelid = c.confrelid AND t.attnum = c.confkey[1]
       WHERE c.contype = 'f' AND c.conrelid = $1::regclass`,
      table,
    )
  }

  /** Unique indexes but for that of the primary key. */
  async uniqueIndexes(table: string): Promise<UniqueIndex[]> {
    const rows = await this.#ask<{ name: string; predicate: string | null; keys: string[] }>(
      `SELECT i.indexrelid::regclass::text AS name, pg_get_expr(i.indpred, i.indrelid) AS predicate,
         ARRAY(SELECT pg_get_indexdef(i.indexrelid, n, true) FROM generate_series(1, i.indnkeyatts) n) AS keys
       FROM pg_index i WHERE i.indrelid = $1::regclass AND i.indisunique AND NOT i.indisprimary`,
      table,
    )
    return rows.map(({ name, predicate, keys }) => {
      const parsed = keys.map((key) => /^((?:lower|fold_case|email_fold)\()?"?(\w+)"?\)?$/.exec(key))
      const columns = parsed.map((match, place) => match?.[2] ?? keys[place] ?? '')
      return { name, predicate, columns, folded: columns.filter((_, place) => parsed[place]?.[1] !== undefined) }
    })
  }

  /** The shape of a table does not change while tests run. */
  async #ask<Found>(question: string, table: string): Promise<Found[]> {
    const key = `${question} ${table}`
    const known = this.#known.get(key) ?? this.#app.sql(question, [table])
    this.#known.set(key, known)
    return (await known) as Found[]
  }
}
