import pg from 'pg'
import { ConfigError } from './config.ts'
import { connectionWords } from './outside-connection.ts'

/** The first version with what the migrations use, such as uuidv7(). */
const VERSION = 18
const PATIENCE_MS = 5_000

/** What an outside database offers, as it says itself. Connection limits are -1 if unlimited. */
interface Offer {
  user: string
  database: string
  schema: string | null
  encoding: string
  isReadOnly: boolean
  isSuperuser: boolean
  makesRoles: boolean
  /** Whether the schema and the database take what the migrations make. */
  takesTables: boolean
  takesExtensions: boolean
  hasTrigrams: boolean
  /** Whether roles of another installation on this server are there that this user may not give. */
  hasForeignRoles: boolean
  /** Whether the product was here before; then its tables belong to this user or they do not. */
  hasTables: boolean
  ownsTables: boolean
  limits: { server: number; database: number; role: number }
}

/**
 * Makes sure that an outside database can serve the product, before anything is made in it.
 * @param url the value of `DATABASE_URL`
 * @param connections how many the product opens at most
 * @param variable that names it, for messages
 * @returns whether the product has data there, and whether the user may do everything on the server
 * @throws ConfigError that says what is wrong and what to do
 */
export async function checkOutsideDatabase(
  url: string,
  connections: number,
  variable = 'DATABASE_URL',
): Promise<{ hasData: boolean; isSuperuser: boolean }> {
  const client = clientFor(url)
  client.on('error', () => undefined)
  try {
    await client.connect().catch((error: Error) => {
      throw new ConfigError(connectionWords(error, client).replace('DATABASE_URL', variable), { cause: error })
    })
    await checkVersion(client)
    const offer = await readOffer(client)
    const fault = faultOf(offer) ?? limitFault(offer, connections)
    if (fault !== undefined) throw new ConfigError(`${variable}: ${fault}`)
    return { hasData: offer.hasTables, isSuperuser: offer.isSuperuser }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What no two servers share: when it was started, and the database in it. */
const IDENTITY = `SELECT pg_postmaster_start_time()::text || ' ' || oid AS identity FROM pg_database WHERE datname = current_database()`

/** @throws ConfigError where a pooler and the way past it lead to different databases, or the pooler does not let the product through */
export async function assertSameDatabase(pooledUrl: string, directUrl: string): Promise<void> {
  const [pooled, direct] = await Promise.all([identityOf(pooledUrl), identityOf(directUrl)])
  if (pooled === direct) return
  throw new ConfigError(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. Set the second to the address of the server behind the pooler, with the same database.',
  )
}

async function identityOf(url: string): Promise<string | undefined> {
  const client = clientFor(url)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ identity: string }>(IDENTITY)
    return rows[0]?.identity
  } catch (error) {
    throw new ConfigError(connectionWords(error as Error, client), { cause: error })
  } finally {
    await client.end().catch(() => undefined)
  }
}

function clientFor(url: string): pg.Client {
  try {
    return new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    const words =
      code === undefined ? 'is not an address that can be read' : `names a file that cannot be read (${path})`
    throw new ConfigError(
      `DATABASE_URL ${words}. Write postgres://user:password@host/database, with signs such as @ and % in it as %40 and %25.`,
    )
  }
}

/** Asked by itself first: what older servers do not know must not stand in the same question. */
async function checkVersion(client: pg.Client): Promise<void> {
  const version = await client.query<{ server_version: string }>('SHOW server_version').catch((error: Error) => {
    throw new ConfigError(connectionWords(error, client), { cause: error })
  })
  const serverVersion = version.rows[0]?.server_version ?? 'of an unknown version'
  if (Number.parseInt(serverVersion, 10) >= VERSION) return
  throw new ConfigError(
    `DATABASE_URL: the server at ${client.host}:${client.port} is PostgreSQL ${serverVersion}, and ${VERSION} or newer is needed. Nothing was made in it. ` +
      'Upgrade it, set the address of another one, or leave DATABASE_URL out to use the PostgreSQL that Packhouse brings.',
  )
}

async function readOffer(client: pg.Client): Promise<Offer> {
  const { rows } = await client.query<Offer>(`
    SELECT current_user AS "user", current_database() AS database, current_schema() AS schema,
      current_setting('server_encoding') AS encoding,
      pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
      rolsuper AS "isSuperuser", rolsuper OR rolcreaterole AS "makesRoles",
      coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS "takesTables",
      has_database_privilege(current_database(), 'CREATE') AS "takesExtensions",
      EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm') AS "hasTrigrams",
      NOT rolsuper AND EXISTS (
        SELECT FROM pg_roles product WHERE product.rolname IN ('packhouse_app', 'packhouse_staff')
          AND NOT pg_has_role(product.oid, 'MEMBER WITH ADMIN OPTION')) AS "hasForeignRoles",
      to_regclass('migration') IS NOT NULL AS "hasTables",
      coalesce((SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migration')), false) AS "ownsTables",
      json_build_object(
        'server', current_setting('max_connections')::int - CASE WHEN rolsuper THEN 0 ELSE
          current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int END,
        'database', (SELECT datconnlimit FROM pg_database WHERE datname = current_database()),
        'role', rolconnlimit) AS limits
    FROM pg_roles WHERE rolname = current_user`)
  const [offer] = rows
  if (offer === undefined) throw new ConfigError('DATABASE_URL: the server does not tell what its user may do.')
  return offer
}

/** The first thing that the product could not work with, and what to do about it. */
function faultOf(offer: Offer): string | undefined {
  const { user, database } = offer
  if (offer.isReadOnly)
    return `the database ${database} can only be read; it is a standby or set so. Set the address of the primary.`
  if (offer.encoding !== 'UTF8')
    return `the database ${database} has the encoding ${offer.encoding}. Make one with CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0.`
  if (offer.hasTables)
    return offer.ownsTables
      ? undefined
      : `the tables in ${database} belong to another user than ${user}. Use the user that made them.`
  if (offer.schema === null || !offer.takesTables || !offer.takesExtensions)
    return `the user ${user} may not make tables in ${database}. Run ALTER DATABASE ${database} OWNER TO ${user}, as its administrator.`
  if (!offer.makesRoles)
    return `the user ${user} may not make roles. Run ALTER ROLE ${user} CREATEROLE, as the administrator of the server.`
  if (offer.hasForeignRoles)
    return `the roles packhouse_app and packhouse_staff are of another installation on this server. Run GRANT packhouse_app, packhouse_staff TO ${user} WITH ADMIN OPTION, as its administrator.`
  if (!offer.hasTrigrams)
    return 'the server lacks the extension pg_trgm. Install the package of PostgreSQL with its extensions (postgresql-contrib).'
  return undefined
}

function limitFault({ limits, user, database }: Offer, connections: number): string | undefined {
  const given = [
    { what: 'the server (max_connections, less those reserved)', limit: limits.server },
    { what: `the database ${database} (CONNECTION LIMIT)`, limit: limits.database },
    { what: `the user ${user} (CONNECTION LIMIT)`, limit: limits.role },
  ]
  const short = given.find(({ limit }) => limit >= 0 && limit < connections)
  if (short === undefined) return undefined
  return `Packhouse opens up to ${connections} connections (DATABASE_POOL), and ${short.what} allows ${short.limit}. Raise that, or set DATABASE_POOL to ${short.limit} or less.`
}
