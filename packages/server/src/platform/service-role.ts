import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from './migrations.ts'

/** The role that the product works as in its own PostgreSQL. It owns what the migrations make, and may do no more (decision 0073). */
export const SERVICE_ROLE = 'packhouse_service'

/** Makes the role, and takes from it whatever it should not have, also where somebody has given it that. */
const ROLE = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${SERVICE_ROLE}') THEN CREATE ROLE ${SERVICE_ROLE}; END IF;
END $$;
ALTER ROLE ${SERVICE_ROLE} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
GRANT packhouse_app, packhouse_staff TO ${SERVICE_ROLE};
ALTER SCHEMA public OWNER TO ${SERVICE_ROLE}`

/**
 * Everything in the schema that is not of the role yet, as statements that give it to the role: all of it where the data come from a version
 * before the role, what the newest migrations have made otherwise. Parts of tables, and what belongs to extensions, go with these.
 */
const OWNERS = `
WITH wanted AS (SELECT oid FROM pg_roles WHERE rolname = '${SERVICE_ROLE}'),
  place AS (SELECT 'public'::regnamespace AS oid),
  of_extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
  of_column AS (SELECT objid FROM pg_depend WHERE classid = 'pg_class'::regclass AND deptype IN ('a', 'i') AND refobjsubid > 0)
SELECT format('ALTER %s %s OWNER TO ${SERVICE_ROLE}', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
    ELSE 'TABLE' END, c.oid::regclass) AS statement
  FROM pg_class c, wanted, place WHERE relnamespace = place.oid AND relowner <> wanted.oid AND relkind IN ('r', 'p', 'v', 'm', 'S')
    AND NOT (relkind = 'S' AND c.oid IN (SELECT objid FROM of_column))
    AND NOT EXISTS (SELECT FROM of_extension WHERE classid = 'pg_class'::regclass AND objid = c.oid)
UNION ALL
SELECT format('ALTER ROUTINE %s OWNER TO ${SERVICE_ROLE}', p.oid::regprocedure)
  FROM pg_proc p, wanted, place WHERE pronamespace = place.oid AND proowner <> wanted.oid
    AND NOT EXISTS (SELECT FROM of_extension WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
UNION ALL
SELECT format('ALTER TYPE %s OWNER TO ${SERVICE_ROLE}', t.oid::regtype)
  FROM pg_type t, wanted, place WHERE typnamespace = place.oid AND typowner <> wanted.oid AND typtype IN ('e', 'd', 'r')
    AND NOT EXISTS (SELECT FROM of_extension WHERE classid = 'pg_type'::regclass AND objid = t.oid)`

/** Statements of one transaction: each takes locks, and there are as many as parts of tables. */
const AT_ONCE = 50

/**
 * Brings a database of our own to the newest schema, gives all of it to the role of the product, and lets that sign in until the next start.
 * Nothing is connected as the superuser any more when it resolves.
 * @param url of the superuser
 * @param password of the role; a new one for each start is nowhere but in the memory
 * @returns the address for everything else that the product does
 */
export async function prepareOwnDatabase(
  url: string,
  password = randomBytes(24).toString('base64url'),
): Promise<string> {
  await migrateDatabase(url, (pool) => giveToRole(pool, password))
  return Object.assign(new URL(url), { username: SERVICE_ROLE, password }).href
}

/** Brings a database to the newest schema, over a connection that is closed when it resolves. @param work that comes behind it */
export async function migrateDatabase(url: string, work?: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 5_000, keepAlive: true })
  pool.on('error', () => undefined)
  try {
    await migrate(pool)
    await work?.(pool)
  } finally {
    await pool.end()
  }
}

/** What is interrupted goes on at the next start. */
async function giveToRole(pool: pg.Pool, password: string): Promise<void> {
  await pool.query(ROLE)
  await pool.query(`ALTER ROLE ${SERVICE_ROLE} PASSWORD ${pg.escapeLiteral(password)}`)
  const { rows } = await pool.query<{ statement: string }>(OWNERS)
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const statements = rows.slice(at, at + AT_ONCE).map(({ statement }) => statement)
    await pool.query(statements.join(';'))
  }
}
