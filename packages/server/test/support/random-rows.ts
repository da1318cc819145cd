import pg from 'pg'

/** Tries for each row: most values that a rule refuses are others the next time. */
const TRIES = 12

interface Column {
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  /** Where it names rows of another table. */
  refersTo: { table: string; column: string } | null
}

/** Draws by a seed: the same ones each time. */
export class Draws {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, but without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

/**
 * Fills tables that have no rows with random ones, as far as their rules take them: no trigger is asked.
 * @param client of a superuser
 * @returns the names of the tables that have rows then
 */
export async function fillEmptyTables(client: pg.Client, draws: Draws, rows: number): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; columns: Column[]; rules: string | null }>(`
    SELECT c.relname AS name,
      (SELECT string_agg(pg_get_constraintdef(oid), ' ') FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c') AS rules, (
      SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, NULL), 'isNullable', NOT attnotnull,
        'hasDefault', atthasdef OR attidentity <> '', 'refersTo', (
          SELECT json_build_object('table', confrelid::regclass::text, 'column', (
            SELECT quote_ident(f.attname) FROM pg_attribute f WHERE f.attrelid = confrelid AND f.attnum = confkey[1]))
          FROM pg_constraint WHERE contype = 'f' AND conrelid = c.oid AND conkey = ARRAY[attnum] LIMIT 1))) FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
    FROM pg_class c WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`)
  const filled = new Set<string>()
  // What the first round could not refer to is there in the second.
  for (const { name, columns, rules } of [...tables, ...tables]) {
    // The words that its rules allow.
    const words = [...(rules ?? '').matchAll(/'([a-zA-Z][\w.-]*)'::text/g)].map(([, word = '']) => word)
    const table = client.escapeIdentifier(name)
    const isFilled = async () => (await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount === 1
    if (!(await isFilled())) {
      await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
      for (let n = 0; n < rows; n++) await insertRandom(client, draws, table, columns, words)
      await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    }
    if (await isFilled()) filled.add(name)
  }
  return [...filled]
}

async function insertRandom(
  client: pg.Client,
  draws: Draws,
  table: string,
  columns: readonly Column[],
  words: readonly string[],
) {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const given = columns.filter(({ hasDefault }) => !hasDefault || draws.next() < 0.1)
    const names = given.map(({ name }) => client.escapeIdentifier(name)).join(', ')
    const values = given.map((column) => literalOf(client, draws, column, { attempt, words })).join(', ')
    const statement = `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE VALUES (${values})`
    try {
      return await client.query(given.length === 0 ? `INSERT INTO ${table} DEFAULT VALUES` : statement)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
    }
  }
}

/** As SQL. */
function literalOf(
  client: pg.Client,
  draws: Draws,
  { type, isNullable, refersTo }: Column,
  { attempt, words }: { attempt: number; words: readonly string[] },
): string {
  if (isNullable && draws.next() < (attempt > 1 ? 0.8 : 0.3)) return 'NULL'
  if (refersTo !== null)
    return `(SELECT ${refersTo.column} FROM ${refersTo.table} ORDER BY 1 OFFSET ${draws.below(3)} LIMIT 1)`
  const quote = (text: string) => client.escapeLiteral(text)
  if (type.endsWith('[]')) return `ARRAY[]::${type}`
  if (type === 'uuid') return `uuidv7()`
  if (/^(text|character varying)/.test(type))
    return quote(words.length > 0 && attempt % 3 > 0 ? draws.pick(words) : textOf(draws, attempt))
  if (/^(smallint|integer|bigint)$/.test(type)) return String(draws.below(attempt === 0 ? 30_000 : 5) + 1)
  if (/^(real|double precision)$/.test(type)) return String(draws.next())
  if (type.startsWith('numeric')) return String(draws.below(90))
  if (type === 'boolean') return String(draws.next() < 0.5)
  if (/^(timestamp|date)/.test(type)) return `(now() + interval '${draws.below(80)} hours')::${type}`
  if (type === 'interval') return `interval '${draws.below(80)} hours'`
  if (type === 'bytea') return `'\\x${draws.bytes(draws.below(400) + 1).toString('hex')}'`
  if (/^jsonb?$/.test(type)) return `${quote(JSON.stringify({ text: textOf(draws, 0), n: draws.next() }))}::${type}`
  return 'DEFAULT'
}

/** What COPY has to escape is in some of them. */
function textOf(draws: Draws, attempt: number): string {
  if (attempt > 0) return draws.pick(['a', 'b', 'ab12', 'active', 'de', 'EUR', 'abc.def', 'a@example.com', 'UTC'])
  return draws.pick([
    '\\N',
    'a\tb',
    'line\nline\r\n',
    '\\.',
    'ü – 漢字 🙂',
    'it\'s "quoted"',
    '',
    'x'.repeat(draws.below(3_000)),
  ])
}

/** A digest of all rows of every table, in whatever order they lie, by the name of the table. */
export async function digestsOf(client: pg.Client): Promise<Record<string, string>> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relpersistence = 'p'`,
  )
  const digests: Record<string, string> = {}
  for (const { name } of tables) {
    const table = client.escapeIdentifier(name)
    const { rows } = await client.query<{ digest: string }>(
      `SELECT count(*) || ':' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS digest FROM ${table} t`,
    )
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

/** Everything of a schema but its rows: columns, constraints, indexes, triggers, policies and rights. */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    SELECT concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated) AS line
      FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace AND attnum > 0 AND relkind IN ('r', 'p')
    UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND conparentid = 0
    UNION ALL SELECT concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) FROM pg_index JOIN pg_class t ON t.oid = indrelid
      WHERE t.relnamespace = 'public'::regnamespace AND NOT t.relispartition
    UNION ALL SELECT concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t JOIN pg_class c ON c.oid = tgrelid
      WHERE NOT tgisinternal AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', 'table', relname, relkind, relpersistence, relrowsecurity, reloptions,
        has_table_privilege('packhouse_app', oid, 'SELECT'), has_table_privilege('packhouse_app', oid, 'INSERT'),
        has_any_column_privilege('packhouse_app', oid, 'UPDATE'), pg_get_expr(relpartbound, oid))
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v')
    UNION ALL SELECT concat_ws(' ', 'policy', polrelid::regclass, polname, pg_get_expr(polqual, polrelid)) FROM pg_policy
    ORDER BY 1`)
  return rows.map(({ line }) => line)
}
