import { createHmac, hkdfSync } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from './config.ts'
import type { InstallationKeys } from './installation-keys.ts'

const PATIENCE_MS = 10_000

/** What a database stores of the keys with which its contents are encrypted. */
function checkOf(key: string): Buffer {
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'packhouse check of keys', 32))
  return createHmac('sha256', derived).update('packhouse').digest()
}

/**
 * Makes sure that the keys are those of the database, before anything is read or encrypted with others.
 * @param keys undefined before the first start
 * @param place the file that has them, or should
 * @throws ConfigError where the database was made with other keys
 */
export async function assertKeysFit(
  databaseUrl: string,
  keys: InstallationKeys | undefined,
  place: string,
): Promise<void> {
  await withClient(databaseUrl, (client) => compare(client, keys, place))
}

/** Notes the keys of a database that has none noted. @throws ConfigError as above: another node may have noted others in the meantime */
export async function noteKeys(databaseUrl: string, keys: InstallationKeys, place: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('INSERT INTO key_check (value) VALUES ($1) ON CONFLICT DO NOTHING', [checkOf(keys.current)])
    await compare(client, keys, place)
  })
}

/** Notes the key of what was encrypted again in the same transaction: by a rotation, or a restore into an installation with keys of its own. */
export async function replaceCheck(client: pg.Client, key: string): Promise<void> {
  if (!(await hasTable(client))) return
  await client.query(
    `INSERT INTO key_check (value) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET value = excluded.value, noted_at = now()`,
    [checkOf(key)],
  )
}

async function compare(client: pg.Client, keys: InstallationKeys | undefined, place: string): Promise<void> {
  const noted = await readCheck(client)
  if (noted === undefined) return
  // In the middle of a rotation both the new key and the one before are right.
  const own = keys === undefined ? [] : [keys.current, ...keys.previous].map(checkOf)
  if (!own.some((check) => check.equals(noted))) throw new ConfigError(wordsFor(keys, place))
}

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A database from before has none. */
async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('key_check') IS NOT NULL AS there`)
  return rows[0]?.there === true
}

async function readCheck(client: pg.Client): Promise<Buffer | undefined> {
  if (!(await hasTable(client))) return undefined
  const { rows } = await client.query<{ value: Buffer }>('SELECT value FROM key_check')
  return rows[0]?.value
}

function wordsFor(keys: InstallationKeys | undefined, place: string): string {
  const what =
    keys === undefined
      ? `${place} is missing, and the database has data that were encrypted with the keys in it.`
      : `The keys in ${place} are not those with which the data in the database were encrypted.`
  return [
    `${what} Nothing was changed.`,
    'All nodes of an installation need the same keys: copy secrets.json of the node that has made the database, or name it with SECRETS_FILE.',
    'If these keys are lost for good, what was encrypted with them is lost too. To go on with others, run DELETE FROM key_check in the database.',
  ].join('\n')
}
