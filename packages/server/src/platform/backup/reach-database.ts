import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, ConfigError } from '../config.ts'
import { claimDataDir } from '../data-dir.ts'
import { closeDataFolder } from '../data-folder.ts'
import { withOpeningPassword } from '../database-password.ts'
import { EmbeddedPostgres } from '../embedded-postgres.ts'
import type { Log } from '../log.ts'
import { DATABASE, USER } from '../postgres-cluster.ts'
import { loadSecrets, readSecrets, type Secrets } from '../secrets.ts'

/** Line of the port in PostgreSQL's own lock. */
const PORT_LINE = 3

export interface ReachedDatabase {
  /** By a user who may make databases, where it is our own. */
  url: string
  release: () => Promise<void>
}

/**
 * The database of the installation for a command: the one of a server that runs, or else one that is started for it.
 * @throws ConfigError where nothing was ever started in the data folder
 */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseDirectUrl ?? config.databaseUrl, release: async () => undefined }
  const secrets = await readSecrets(config.dataDir, config.secretsFile)
  if (secrets === undefined)
    throw new ConfigError(`There is no installation in ${config.dataDir}. Set DATA_DIR to its folder.`)
  const running = await runningDatabase(config.dataDir, secrets)
  if (running !== undefined) return { url: running, release: async () => undefined }
  return await claimDatabase(config, log)
}

/**
 * The database with the data folder claimed, so that no server starts meanwhile. Where nothing was ever started there, it is made.
 * @throws ConfigError while a server runs
 */
export async function claimDatabase({ dataDir, databaseUrl, secretsFile }: Config, log: Log): Promise<ReachedDatabase> {
  const claim = await claimDataDir(dataDir, { log })
  let postgres: EmbeddedPostgres | undefined
  const release = async () => {
    await postgres?.stop()
    await claim.release()
  }
  try {
    await closeDataFolder(dataDir, databaseUrl === undefined, log)
    const secrets = await loadSecrets(dataDir, secretsFile)
    if (databaseUrl !== undefined) return { url: databaseUrl, release }
    postgres = new EmbeddedPostgres(dataDir, secrets.database, log)
    const url = await postgres.start()
    return { url: await withOpeningPassword(url, passwordsOf(secrets)), release }
  } catch (error) {
    await release()
    throw error
  }
}

/** The address of the embedded database by its superuser. @returns undefined where it does not run */
export async function runningDatabase(dataDir: string, secrets: Secrets): Promise<string | undefined> {
  const lines = await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => '')
  const port = lines.split('\n')[PORT_LINE]?.trim() ?? ''
  if (!/^\d+$/.test(port)) return undefined
  const address = `postgres://${USER}@127.0.0.1:${port}/${DATABASE}`
  try {
    const url = await withOpeningPassword(address, passwordsOf(secrets))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
    return url
  } catch {
    return undefined
  }
}

function passwordsOf({ database, nextDatabase = database }: Secrets): string[] {
  return [database, nextDatabase]
}
