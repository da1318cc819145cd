import pg from 'pg'
import { ConfigError } from './config.ts'
import { type Reencrypted, reencryptAll } from './encrypted-columns.ts'
import { MOST_RECOVERY_KEYS, recoveryKeyOf } from './installation-keys.ts'
import { replaceCheck } from './key-check.ts'
import { keysOfSecrets, newSecret, readSecrets, type Secrets, storeSecrets } from './secrets.ts'

/** A point after which the process may be killed without harm. */
export type RotationStep =
  | 'key stored'
  | 'encrypted'
  | 'old key removed'
  | 'password stored'
  | 'password set'
  | 'old password removed'

export interface Rotation {
  /** Whose folder is claimed by the caller. */
  dataDir: string
  databaseUrl: string
  /** Whether the database is our own, whose password is ours too. */
  isEmbedded: boolean
  /** Key of the advisory lock that a server holds which stores telemetry. */
  serverLock: number
  /** Hears of every step when it is done. */
  onStep?: (step: RotationStep) => void
}

export interface Rotated extends Reencrypted {
  /** Whether a rotation was finished that had been interrupted. */
  wasResumed: boolean
}

/**
 * Replaces the secrets of the installation, and encrypts what was encrypted with the old ones. Every step leaves a state that a server starts
 * from and that the next rotation finishes: the new key is stored beside the old one before it is used, everything is encrypted in one
 * transaction, and the old key goes only after that.
 * @throws ConfigError where there is nothing to rotate, or a server runs
 */
export async function rotateSecrets(rotation: Rotation): Promise<Rotated> {
  const { dataDir, databaseUrl, serverLock } = rotation
  const stored = await readSecrets(dataDir)
  if (stored === undefined)
    throw new ConfigError(`There is no secrets.json in ${dataDir}. Set DATA_DIR to the folder of the installation.`)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await assertNoServer(client, serverLock)
    const wasResumed = stored.previous !== undefined || stored.nextDatabase !== undefined
    const { secrets, reencrypted } = await rotateKey(client, rotation, stored)
    if (rotation.isEmbedded) await rotatePassword(client, rotation, secrets)
    return { ...reencrypted, wasResumed }
  } finally {
    await client.end()
  }
}

async function rotateKey(
  client: pg.Client,
  { dataDir, onStep }: Rotation,
  stored: Secrets,
): Promise<{ secrets: Secrets; reencrypted: Reencrypted }> {
  const secrets = stored.previous === undefined ? withNewKey(stored) : stored
  await storeSecrets(dataDir, secrets)
  onStep?.('key stored')
  await client.query('BEGIN')
  const reencrypted = await reencryptAll(client, keysOfSecrets(secrets))
  await replaceCheck(client, secrets.tokens)
  await client.query('COMMIT')
  onStep?.('encrypted')
  const { previous: _gone, ...renewed } = secrets
  await storeSecrets(dataDir, renewed)
  onStep?.('old key removed')
  return { secrets: renewed, reencrypted }
}

function withNewKey(stored: Secrets): Secrets {
  const recovery = [recoveryKeyOf(stored.tokens).toString('base64url'), ...(stored.recovery ?? [])]
  return { ...stored, tokens: newSecret(), previous: [stored.tokens], recovery: recovery.slice(0, MOST_RECOVERY_KEYS) }
}

/** Replaces the password of the role that is connected. */
export async function rotatePassword(client: pg.Client, { dataDir, onStep }: Rotation, stored: Secrets): Promise<void> {
  const next = stored.nextDatabase ?? newSecret()
  await storeSecrets(dataDir, { ...stored, nextDatabase: next })
  onStep?.('password stored')
  await client.query(`ALTER ROLE CURRENT_USER PASSWORD ${client.escapeLiteral(next)}`)
  onStep?.('password set')
  const { nextDatabase: _gone, ...renewed } = stored
  await storeSecrets(dataDir, { ...renewed, database: next })
  onStep?.('old password removed')
}

/** A server that runs has the old key in its memory, and would encrypt with it what nothing opens any more. */
async function assertNoServer(client: pg.Client, lock: number): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [lock])
  if (rows[0]?.free) return
  throw new ConfigError(
    'A server is running on this database. Stop every server first, then rotate the secrets, and start them again.',
  )
}
