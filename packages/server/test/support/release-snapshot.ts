import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { cloneDatabase } from './databases.ts'
import { MIGRATIONS } from './migration-records.ts'

/** What each release has left behind, one file a version. */
export const SNAPSHOTS = join(import.meta.dirname, '../upgrade')
const ENDING = '.snapshot.json.br'

/** The rows of a database as a release has written them. Its schema is made by the migrations that it names. */
export interface ReleaseSnapshot {
  version: string
  /** Checksums by name. */
  migrations: Record<string, string>
  tables: { name: string; columns: string[]; rows: number; copy: string }[]
  sequences: { name: string; value: string; isCalled: boolean }[]
}

/** Of tables that migrations themselves fill, and of what is of no use without its process. */
const LEFT = ['migration', 'prepared_schema', 'job', 'periodic_job', 'log_line', 'log_debug', 'audit_entry']

/** @returns the versions that have one */
export async function snapshotVersions(): Promise<string[]> {
  const names = await readdir(SNAPSHOTS)
  return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length))
}

export async function readSnapshot(version: string): Promise<ReleaseSnapshot> {
  const packed = await readFile(join(SNAPSHOTS, `${version}${ENDING}`))
  return JSON.parse(brotliDecompressSync(packed).toString('utf8'))
}

/** Stores the seeded template of a server as the snapshot of a version. @returns the size of the file in bytes */
export async function snapshotOfRelease(serverUrl: string, version: string): Promise<number> {
  const database = await cloneDatabase(serverUrl)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return await writeSnapshot(await takeSnapshot(client, version))
  } finally {
    await client.end()
    await database.drop()
  }
}

async function writeSnapshot(snapshot: ReleaseSnapshot): Promise<number> {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  const packed = brotliCompressSync(JSON.stringify(snapshot), { params: quality })
  await writeFile(join(SNAPSHOTS, `${snapshot.version}${ENDING}`), packed)
  return packed.length
}

/** Takes the rows of a database that was migrated and seeded. @param client of its superuser */
async function takeSnapshot(client: pg.Client, version: string): Promise<ReleaseSnapshot> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0
         AND NOT attisdropped AND attgenerated = '' ORDER BY attnum) AS columns
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND NOT c.relispartition
       AND c.relname <> ALL($1) ORDER BY c.relname`,
    [LEFT],
  )
  const taken: ReleaseSnapshot['tables'] = []
  for (const { name, columns } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    const chunks: Buffer[] = []
    const stream = client.query(copyTo(`COPY (SELECT ${list} FROM "${name}" ORDER BY 1) TO STDOUT`))
    for await (const chunk of stream) chunks.push(chunk)
    const copy = Buffer.concat(chunks).toString('utf8')
    if (copy !== '') taken.push({ name, columns, rows: copy.split('\n').length - 1, copy })
  }
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration ORDER BY name',
  )
  const { rows: sequences } = await client.query<ReleaseSnapshot['sequences'][number]>(
    `SELECT sequencename AS name, last_value::text AS value, true AS "isCalled" FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY 1`,
  )
  return {
    version,
    migrations: Object.fromEntries(migrations.map((row) => [row.name, row.checksum])),
    tables: taken,
    sequences,
  }
}

/** Makes the database of a release in one with nothing in it: its migrations, then its rows. @param client of the superuser */
export async function loadSnapshot(client: pg.Client, snapshot: ReleaseSnapshot): Promise<void> {
  await client.query(
    'CREATE TABLE migration (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const [name, checksum] of Object.entries(snapshot.migrations)) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8')
    if (createHash('sha256').update(text).digest('hex') !== checksum)
      throw new Error(`${name} was changed since ${snapshot.version}.`)
    await client.query('BEGIN')
    await client.query(text)
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  }
  // Rows come as they were, in the order of names: neither triggers nor foreign keys have a say.
  await client.query('SET session_replication_role = replica')
  // Migrations bring rows of their own, which the release had too, or had changed.
  await client.query(`TRUNCATE ${snapshot.tables.map(({ name }) => `"${name}"`).join(', ')} CASCADE`)
  for (const { name, columns, copy } of snapshot.tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    await pipeline(Readable.from([copy]), client.query(copyFrom(`COPY "${name}" (${list}) FROM STDIN`)))
  }
  for (const { name, value, isCalled } of snapshot.sequences) {
    await client.query('SELECT setval($1, $2, $3)', [`public.${name}`, value, isCalled])
  }
  await client.query('RESET session_replication_role')
}

/** Everything about a schema that an upgrade may get wrong, as lines that can be compared. */
export async function schemaLines(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(SCHEMA)
  return rows.map(({ line }) => line)
}

/** Partitions are made by time and not by migrations, so they and what lies on them are left out. */
const SCHEMA = `
WITH place AS (SELECT 'public'::regnamespace AS oid),
  of_extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  own AS (SELECT c.* FROM pg_class c, place WHERE relnamespace = place.oid AND NOT relispartition
    AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid)
    AND NOT EXISTS (SELECT FROM of_extension WHERE classid = 'pg_class'::regclass AND objid = c.oid))
SELECT format('column %s.%s %s%s%s%s%s', c.relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' not null' END,
    ' default ' || pg_get_expr(adbin, adrelid), ' generated ' || nullif(attgenerated::text, ''),
    ' collate ' || (SELECT collname FROM pg_collation l WHERE l.oid = attcollation AND collname <> 'default')) AS line
  FROM own c JOIN pg_attribute a ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped
    LEFT JOIN pg_attrdef d ON adrelid = c.oid AND adnum = attnum WHERE relkind IN ('r', 'p', 'v')
UNION ALL SELECT format('relation %s %s %s rls %s/%s owner %s options %s grants %s', relkind, relname, relpersistence, relrowsecurity, relforcerowsecurity,
    relowner::regrole, reloptions, relacl) FROM own WHERE relkind <> 'i' AND relkind <> 'I'
UNION ALL SELECT format('constraint %s on %s %s', conname, conrelid::regclass, pg_get_constraintdef(k.oid)) FROM pg_constraint k JOIN own c ON c.oid = conrelid
UNION ALL SELECT pg_get_indexdef(indexrelid) FROM pg_index i JOIN own c ON c.oid = indrelid
UNION ALL SELECT format('policy %s on %s %s %s %s using %s check %s', polname, polrelid::regclass, polcmd, polpermissive,
    ARRAY(SELECT r::regrole::text FROM unnest(polroles) r ORDER BY 1), pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
  FROM pg_policy JOIN own c ON c.oid = polrelid
UNION ALL SELECT pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN own c ON c.oid = tgrelid WHERE NOT tgisinternal
UNION ALL SELECT format('%s owner %s grants %s', pg_get_functiondef(p.oid), proowner::regrole, proacl) FROM pg_proc p, place
  WHERE pronamespace = place.oid AND prokind <> 'a' AND NOT EXISTS (SELECT FROM of_extension WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
UNION ALL SELECT format('view %s %s', relname, pg_get_viewdef(oid)) FROM own WHERE relkind = 'v'
UNION ALL SELECT format('type %s %s %s', typname, typtype, ARRAY(SELECT enumlabel FROM pg_enum WHERE enumtypid = t.oid ORDER BY enumsortorder))
  FROM pg_type t, place WHERE typnamespace = place.oid AND typtype IN ('e', 'd')
UNION ALL SELECT format('extension %s', extname) FROM pg_extension
ORDER BY 1`
