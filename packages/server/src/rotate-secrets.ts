import { INGEST_LOCK } from './ingest/index.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { withOpeningPassword } from './platform/database-password.ts'
import { EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog } from './platform/log.ts'
import { rotateSecrets } from './platform/rotate-secrets.ts'
import { readSecrets } from './platform/secrets.ts'

const MOUNTED =
  'SECRETS_FILE is only read. Copy it to secrets.json in DATA_DIR, leave SECRETS_FILE out, rotate, and put what secrets.json has then in its place for every node.'

/** `npm run secrets:rotate`: replaces the secrets of a stopped installation. */
async function main(): Promise<void> {
  const { dataDir, databaseUrl: pooled, databaseDirectUrl: direct, secretsFile } = readConfig(process.env)
  const outside = direct ?? pooled
  if (secretsFile !== undefined) throw new ConfigError(MOUNTED)
  const log = createLog('warn')
  const secrets = await readSecrets(dataDir)
  if (secrets === undefined)
    throw new ConfigError(`There is no secrets.json in ${dataDir}. Set DATA_DIR to the folder of the installation.`)
  const claim = await claimDataDir(dataDir, { log })
  const postgres = outside === undefined ? new EmbeddedPostgres(dataDir, secrets.database, log) : undefined
  try {
    const started = outside ?? (await postgres?.start()) ?? ''
    const { database, nextDatabase = database } = secrets
    const databaseUrl = outside ?? (await withOpeningPassword(started, [database, nextDatabase]))
    const isEmbedded = outside === undefined
    const { renewed, unreadable, wasResumed } = await rotateSecrets({
      dataDir,
      databaseUrl,
      isEmbedded,
      serverLock: INGEST_LOCK,
    })
    if (wasResumed) say('An interrupted rotation was finished. Run it again for keys that are newer still.')
    say(`The secrets of ${dataDir} are new. Encrypted again: ${renewed}.`)
    if (unreadable > 0) say(`No key opens ${unreadable} more, which stay as they are: enter these secrets again.`)
    say('Back secrets.json up now. A backup of the database from before needs the secrets.json of then.')
  } finally {
    await postgres?.stop()
    await claim.release()
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

main().catch((error: Error) => {
  process.stderr.write(
    `The secrets were not rotated.\n${error instanceof ConfigError ? error.message : (error.stack ?? String(error))}\n`,
  )
  process.exitCode = 1
})
